"""Boards that people own and have taught: a flat picture, and marks that say what is where.

``marks`` reads what was marked, ``daydream`` and ``scored`` make an ordinary layout of it,
``check`` says what is missing, ``shelf`` keeps boards and finds them. Everybody else asks
``templates.games`` with the name ``own/NAME``, as for any sheet that somebody made.
"""
