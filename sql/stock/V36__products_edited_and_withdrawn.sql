-- Administrators edit a product, and withdraw it: then nobody can make a new sale of it. Sales and orders that exist stay.
ALTER TABLE product
    ADD COLUMN revision BIGINT NOT NULL DEFAULT 1,
    ADD COLUMN withdrawn BOOLEAN NOT NULL DEFAULT FALSE;
