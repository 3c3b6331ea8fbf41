"""Test photos by somebody who had not read the scanner, and what the scanner makes of them.

Games, pens, hands, things on the table and cameras are all of its own: but for ``__main__`` and
``measuring`` nothing here knows of the scanner, the exercises or the other benchmarks. Sheets and
layouts come from the program's own commands. Lengths on paper are in mm.
"""
