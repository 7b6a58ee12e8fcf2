-- The stock of a sale in several buckets; see docs/decisions/0032-buckets.md.
ALTER TABLE sale
    -- rows of stock, each with a gate in Redis and a partition in Kafka of its own; for ever as it was when the sale was made
    ADD COLUMN buckets SMALLINT NOT NULL DEFAULT 1,
    ADD CONSTRAINT ck_sale_buckets CHECK (buckets BETWEEN 1 AND 16 AND (buckets = 1 OR entry_mode = 'OPEN'));

ALTER TABLE stock
    -- units that came from other buckets, less those that went there
    ADD COLUMN moved BIGINT NOT NULL DEFAULT 0,
    DROP CONSTRAINT ck_stock_i1_conservation;

ALTER TABLE stock
    ADD CONSTRAINT ck_stock_i1_conservation CHECK (initial + added + moved = available + deducted - released);

-- One row for each time that units went from one bucket to another, written in the transaction that moves them.
CREATE TABLE stock_move (
    id          CHAR(36)    NOT NULL,
    sale_id     BIGINT      NOT NULL,
    from_bucket SMALLINT    NOT NULL,
    to_bucket   SMALLINT    NOT NULL,
    units       BIGINT      NOT NULL,
    moved_at    DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (id),
    KEY ix_stock_move_sale (sale_id),
    CONSTRAINT ck_stock_move CHECK (units > 0 AND from_bucket <> to_bucket)
);
