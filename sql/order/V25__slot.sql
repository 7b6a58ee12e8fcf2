-- Which of a shopper's active orders in the sale this one is: 1 to the limit of the sale, which stock-service knows. So I3 says:
-- at most one active order in each slot. The slot of an ended order is free again.
ALTER TABLE orders
    ADD COLUMN slot TINYINT NOT NULL DEFAULT 1,
    DROP KEY orders_one_active,
    ADD CONSTRAINT orders_one_active UNIQUE (sale_id, active_user, slot),
    ADD CONSTRAINT orders_slot_in_range CHECK (slot BETWEEN 1 AND 20);
