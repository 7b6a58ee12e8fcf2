-- How many units of the sale one shopper may have at a time; see docs/decisions/0035-limit-per-shopper.md. Never changes once
-- the gate of the sale is open. A ticket buys one unit, so a sale by ticket has no higher limit.
ALTER TABLE sale
    ADD COLUMN purchase_limit TINYINT NOT NULL DEFAULT 1,
    ADD CONSTRAINT ck_sale_purchase_limit
        CHECK (purchase_limit BETWEEN 1 AND 20 AND (purchase_limit = 1 OR entry_mode = 'OPEN'));
