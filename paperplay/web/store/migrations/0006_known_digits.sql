-- Digits that were read surely on somebody's own sheet show the hand as well; they go with the sheet.
ALTER TABLE hands ADD COLUMN sheet INTEGER REFERENCES sheets ON DELETE CASCADE;
ALTER TABLE hands ADD COLUMN element TEXT;
CREATE INDEX hands_on ON hands (sheet);
