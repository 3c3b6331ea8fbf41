-- Every tap of a game that is scored by tapping, with the board before it: the way back.
CREATE TABLE taps (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES score_games ON DELETE CASCADE,
    element TEXT NOT NULL,
    value TEXT NOT NULL,
    before TEXT NOT NULL CHECK (json_valid(before)),
    who TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT;

-- The two minutes of a night, in milliseconds.
CREATE TABLE timers (
    game INTEGER PRIMARY KEY REFERENCES score_games ON DELETE CASCADE,
    remaining INTEGER NOT NULL,
    started INTEGER                       -- since 1970; NULL while it stands
) STRICT;

-- The rolls that a table shares.
CREATE TABLE dice (
    evening INTEGER PRIMARY KEY REFERENCES evenings ON DELETE CASCADE,
    seed TEXT NOT NULL,
    chosen INTEGER NOT NULL,              -- whether somebody named the seed, to roll as others do
    turn INTEGER NOT NULL                 -- -1 before the start, 0 the start, then the turns
) STRICT;

-- Terms of one's own for printed dream cards.
CREATE TABLE vocabularies (
    id TEXT PRIMARY KEY,                  -- of its terms, so that the same list is kept once
    terms TEXT NOT NULL CHECK (json_valid(terms)),
    at TEXT NOT NULL
) STRICT;

CREATE INDEX taps_by_game ON taps (game);
