-- Names stand on the boards, of one player as of many; a board tells its game, so that any can be tapped.
UPDATE sheets SET now = json_set(now, '$.board.name', name)
    WHERE name <> '' AND json_type(now, '$.board') = 'object';
ALTER TABLE sheets DROP COLUMN name;
ALTER TABLE sheets DROP COLUMN version;  -- a sheet is known by what it says
ALTER TABLE score_games DROP COLUMN game;
