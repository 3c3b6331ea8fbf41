"""Where everything meets: the command line and the page."""

__version__ = "0.2.0"
