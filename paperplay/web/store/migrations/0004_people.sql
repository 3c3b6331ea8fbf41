-- Who sits at the table. A person is known by the id of the phone that joined first.
CREATE TABLE people (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    colour INTEGER NOT NULL CHECK (colour BETWEEN 0 AND 7),
    evening INTEGER REFERENCES evenings ON DELETE CASCADE,  -- the last one; NULL before the first
    at TEXT NOT NULL
) STRICT;

-- Further phones of the same person.
CREATE TABLE phones (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people ON DELETE CASCADE
) STRICT;

-- Answers that were given with one tap are taken back with one.
ALTER TABLE corrections ADD COLUMN tap TEXT NOT NULL DEFAULT '';

-- What the table has said about its result: that two photos show one sheet, or two.
CREATE TABLE verdicts (
    evening INTEGER NOT NULL REFERENCES evenings ON DELETE CASCADE,
    what TEXT NOT NULL,
    how TEXT NOT NULL CHECK (how IN ('one', 'two', 'right')),
    who TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (evening, what)
) STRICT;
