-- Digits of which somebody said, looking at many at once, that they are not what they look like:
-- they are asked about by themselves, and no answer about others settles them.
CREATE TABLE odd (
    sheet INTEGER NOT NULL REFERENCES sheets ON DELETE CASCADE,
    element TEXT NOT NULL,
    tap TEXT NOT NULL,
    PRIMARY KEY (sheet, element)
) STRICT;
