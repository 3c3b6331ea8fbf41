"""What every page needs: the application, its doors, its guards and its keys."""
