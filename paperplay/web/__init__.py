"""The page: photograph with the phone, look at what is doubtful, see who won."""
