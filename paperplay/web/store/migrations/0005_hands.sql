-- Whether somebody wishes to be known by hand on later evenings, and which digits were confirmed.
ALTER TABLE people ADD COLUMN keeps_hand INTEGER NOT NULL DEFAULT 0 CHECK (keeps_hand IN (0, 1));

CREATE TABLE hands (
    id INTEGER PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people ON DELETE CASCADE,
    guess INTEGER NOT NULL CHECK (guess BETWEEN 0 AND 9),
    value INTEGER NOT NULL CHECK (value BETWEEN 0 AND 9),
    shape TEXT NOT NULL,
    tap TEXT NOT NULL
) STRICT;
CREATE INDEX hands_of ON hands (person);
