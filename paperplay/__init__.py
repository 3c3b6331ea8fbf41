"""Where everything meets: the command line and the page."""

__version__ = "0.1.0"
