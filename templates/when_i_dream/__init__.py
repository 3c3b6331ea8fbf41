"""When I Dream as data: its score sheet and the terms of its cards."""
