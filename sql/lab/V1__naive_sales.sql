-- The tables of the naive purchase path (docs/auditor.md), which is wrong on purpose: it reads the stock, tests it, and
-- writes what it computed. What would stop it is left out here on purpose, too: there is no CHECK (stock >= 0), no
-- version, and no unique key (sale_id, user_id). Compare with sql/stock and sql/order. Runs on MySQL 8 and MariaDB 11.

CREATE TABLE naive_sale (
    id            BIGINT       NOT NULL AUTO_INCREMENT,
    title         VARCHAR(120) NOT NULL,
    price_cents   BIGINT       NOT NULL,
    initial_stock BIGINT       NOT NULL,
    stock         BIGINT       NOT NULL,
    PRIMARY KEY (id)
);

CREATE TABLE naive_order (
    id         BIGINT      NOT NULL AUTO_INCREMENT,
    sale_id    BIGINT      NOT NULL,
    user_id    BIGINT      NOT NULL,
    created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (id),
    KEY ix_naive_order_sale (sale_id, user_id)
);
