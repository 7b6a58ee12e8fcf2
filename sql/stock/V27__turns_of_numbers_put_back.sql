-- From when on a number that was put back by its pass has a turn, if its place had been passed over: so that the turn is known
-- when Redis is lost again. Null where that never was.
ALTER TABLE entry ADD COLUMN turn_at DATETIME(3) NULL;
