-- Stock that an administrator added under an idempotency key. The primary key is what makes a repeated request add nothing:
-- the row is written in the transaction that moves the stock.
CREATE TABLE stock_addition (
    sale_id         BIGINT      NOT NULL,
    idempotency_key VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    units           BIGINT      NOT NULL,
    created_at      DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (sale_id, idempotency_key),
    CONSTRAINT fk_stock_addition_sale FOREIGN KEY (sale_id) REFERENCES sale (id)
);
