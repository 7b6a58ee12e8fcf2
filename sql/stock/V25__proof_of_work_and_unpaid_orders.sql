-- Work before entering, and limits; see docs/fair-entry.md.
ALTER TABLE sale
    -- Hashes that a shopper's browser computes at most before it may enter, before rules raise them; 0 = none.
    ADD COLUMN entry_difficulty INT NOT NULL DEFAULT 0,
    ADD CONSTRAINT ck_sale_entry_difficulty CHECK (entry_difficulty BETWEEN 0 AND 10000000);

-- How often an account has let a unit of the sale go that it had: its order was cancelled, or not paid in time. Counted in the
-- transaction that brings the unit back, so each order counts once.
CREATE TABLE unpaid_order (
    sale_id BIGINT      NOT NULL,
    user_id BIGINT      NOT NULL,
    times   INT         NOT NULL,
    last_at DATETIME(3) NOT NULL,
    PRIMARY KEY (sale_id, user_id),
    KEY ix_unpaid_order_last (last_at)
);
