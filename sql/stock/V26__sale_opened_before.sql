-- Whether the sale may have been open before its opening was moved: then somebody may hold a unit that no ticket was asked for.
ALTER TABLE sale ADD COLUMN opened_before BOOLEAN NOT NULL DEFAULT FALSE;
