-- Times are UTC, as "2026-11-16T19:30:00Z".

CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

CREATE TABLE evenings (
    id INTEGER PRIMARY KEY,
    title TEXT NOT NULL DEFAULT '',
    started TEXT NOT NULL
) STRICT;

-- A photo as it came; kept before it is read, so that a stopped server takes it up again.
CREATE TABLE uploads (
    id TEXT PRIMARY KEY,                  -- made by the phone: the same upload twice is one
    evening INTEGER NOT NULL REFERENCES evenings ON DELETE CASCADE,
    owner TEXT NOT NULL,                  -- the visitor who sent it
    shown TEXT NOT NULL,                  -- what the phone calls the file; never a path
    photo TEXT,                           -- file in the folder photos; NULL once it is dropped
    player TEXT NOT NULL DEFAULT '',      -- the name that was given with it
    state TEXT NOT NULL CHECK (state IN ('waiting', 'done')),
    tries INTEGER NOT NULL DEFAULT 0,     -- readers that this photo has brought down
    received TEXT NOT NULL
) STRICT;

-- One sheet of a photo, or the reason why nothing could be read on it.
CREATE TABLE sheets (
    id INTEGER PRIMARY KEY,
    evening INTEGER NOT NULL REFERENCES evenings ON DELETE CASCADE,
    upload TEXT NOT NULL REFERENCES uploads ON DELETE CASCADE,
    page INTEGER NOT NULL,
    place INTEGER NOT NULL,               -- which sheet of the picture
    owner TEXT NOT NULL,
    scanned TEXT NOT NULL CHECK (json_valid(scanned)),  -- as the scanner gave it
    now TEXT NOT NULL CHECK (json_valid(now)),          -- with all corrections
    status TEXT NOT NULL CHECK (status IN ('ok', 'review', 'unreadable')),
    name TEXT NOT NULL DEFAULT '',        -- the player's
    version INTEGER NOT NULL DEFAULT 1,   -- grows with every change
    flat TEXT,                            -- picture of the flattened page, in the folder pages
    changed TEXT NOT NULL,
    deleted TEXT,
    UNIQUE (upload, page, place)
) STRICT;

CREATE TABLE corrections (
    id INTEGER PRIMARY KEY,
    sheet INTEGER NOT NULL REFERENCES sheets ON DELETE CASCADE,
    element TEXT NOT NULL,
    value TEXT NOT NULL CHECK (json_valid(value)),      -- what a person says is there
    before TEXT NOT NULL CHECK (json_valid(before)),    -- what was there
    who TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT;

-- A game that is scored by tapping; its board is that of the score sheet.
CREATE TABLE score_games (
    id INTEGER PRIMARY KEY,
    evening INTEGER NOT NULL REFERENCES evenings ON DELETE CASCADE,
    game TEXT NOT NULL CHECK (game IN ('when-i-dream', 'dreams')),
    owner TEXT NOT NULL,
    board TEXT NOT NULL CHECK (json_valid(board)),
    version INTEGER NOT NULL DEFAULT 1,
    started TEXT NOT NULL,
    changed TEXT NOT NULL,
    deleted TEXT
) STRICT;

CREATE INDEX uploads_by_evening ON uploads (evening, state);
CREATE INDEX sheets_by_evening ON sheets (evening) WHERE deleted IS NULL;
CREATE INDEX corrections_by_sheet ON corrections (sheet);
