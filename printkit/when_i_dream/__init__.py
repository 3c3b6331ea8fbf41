"""Cards, board, bed, mask and markers of When I Dream."""
