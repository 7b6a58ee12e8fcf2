-- Runs on MySQL 8 and on MariaDB 11. Times are UTC. Invariants: docs/invariants.md.

CREATE TABLE product (
    id          BIGINT        NOT NULL AUTO_INCREMENT,
    name        VARCHAR(120)  NOT NULL,
    description VARCHAR(2000) NOT NULL,
    image_url   VARCHAR(300)  NOT NULL,
    PRIMARY KEY (id)
);

CREATE TABLE sale (
    id               BIGINT       NOT NULL AUTO_INCREMENT,
    product_id       BIGINT       NOT NULL,
    title            VARCHAR(120) NOT NULL,
    price_cents      BIGINT       NOT NULL,
    list_price_cents BIGINT       NOT NULL,
    opens_at         DATETIME(3)  NOT NULL,
    closes_at        DATETIME(3)  NOT NULL,
    -- grows with every change of this row or of the stock on offer; Redis never goes back to an older one
    revision         BIGINT       NOT NULL DEFAULT 1,
    PRIMARY KEY (id),
    KEY ix_sale_closes_at (closes_at),
    CONSTRAINT fk_sale_product FOREIGN KEY (product_id) REFERENCES product (id),
    CONSTRAINT ck_sale_price CHECK (price_cents >= 0 AND list_price_cents >= price_cents),
    CONSTRAINT ck_sale_window CHECK (closes_at > opens_at)
);

-- What is left of a sale. One row a sale today; a very hot sale may get several buckets later.
CREATE TABLE stock (
    sale_id   BIGINT   NOT NULL,
    bucket    SMALLINT NOT NULL DEFAULT 0,
    initial   BIGINT   NOT NULL,
    added     BIGINT   NOT NULL DEFAULT 0,
    available BIGINT   NOT NULL,
    deducted  BIGINT   NOT NULL DEFAULT 0,
    released  BIGINT   NOT NULL DEFAULT 0,
    version   BIGINT   NOT NULL DEFAULT 1,
    PRIMARY KEY (sale_id, bucket),
    CONSTRAINT fk_stock_sale FOREIGN KEY (sale_id) REFERENCES sale (id),
    CONSTRAINT ck_stock_i1_conservation CHECK (initial + added = available + deducted - released),
    CONSTRAINT ck_stock_i2_not_negative CHECK (available >= 0 AND initial >= 0 AND added >= 0),
    CONSTRAINT ck_stock_released CHECK (released >= 0 AND released <= deducted)
);

-- The ledger: one row for each unit that left the stock (DEDUCT), one for each that came back (RELEASE), and one for each
-- order that ended without ever having held a unit (VOID), so that it can never take one later. The primary key is the
-- idempotency key of deduct and release (I6); the user is kept so that Redis can be rebuilt from here alone. No foreign
-- key to sale: each insert would lock the row of the sale, and whoever deducts updates the sale's stock row anyway.
CREATE TABLE stock_flow (
    order_id   BIGINT      NOT NULL,
    type       VARCHAR(7)  NOT NULL,
    sale_id    BIGINT      NOT NULL,
    user_id    BIGINT      NOT NULL,
    created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (order_id, type),
    KEY ix_stock_flow_sale (sale_id, type),
    CONSTRAINT ck_stock_flow_type CHECK (type IN ('DEDUCT', 'RELEASE', 'VOID'))
);

-- Each start of a process takes the next number; modulo 1,024 it is the node of the order ids made there.
CREATE TABLE order_id_node (
    id         BIGINT      NOT NULL AUTO_INCREMENT,
    started_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (id)
);
