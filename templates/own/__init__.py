"""Sheets that people make, each a TOML file, from the file to a layout.

The way of a file: ``file`` opens it, ``reading`` (with ``sections``) checks every
value and makes an ``OwnSheet`` of it or a list of faults with their lines (``lines``), ``shelf``
finds sheets by name or fingerprint, ``judge`` knows their layouts, boards and scores. ``flow``
lays pages out of the ``rows`` that ``tables`` make of sections; ``placing`` tells what lies wrong.

Seams: whoever has a file's path calls ``shelf.sheet_in``; whoever prints calls ``shelf.keep``;
everybody else asks ``templates.games`` with the name ``own/NAME``, as for any sheet. A sheet that
a program makes (a puzzle) is an ``OwnSheet``, put on the shelf with ``shelf.put``.
"""
