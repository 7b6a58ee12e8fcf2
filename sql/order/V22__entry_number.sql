-- The number of the purchase ticket that the order was made with; NULL where the sale asked for none, and in orders that were
-- rejected. A ticket buys once, also after its order was cancelled (I12).
ALTER TABLE orders
    ADD COLUMN entry_number BIGINT NULL,
    ADD CONSTRAINT orders_i12_ticket_once UNIQUE (sale_id, entry_number),
    ADD CONSTRAINT orders_entry_number_positive CHECK (entry_number > 0);
