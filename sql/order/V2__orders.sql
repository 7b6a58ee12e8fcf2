-- One row for each reservation that was placed. The id is the reservation's, so that a repeated message finds its row.
-- Times are UTC, by the clock of the database.
CREATE TABLE orders (
    id           BIGINT       NOT NULL,
    sale_id      BIGINT       NOT NULL,
    user_id      BIGINT       NOT NULL,
    title        VARCHAR(500) NOT NULL,
    image_url    VARCHAR(1000) NOT NULL,
    price_cents  BIGINT       NOT NULL,
    status       VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    reason       VARCHAR(30) CHARACTER SET ascii COLLATE ascii_bin NULL,
    reserved_at  DATETIME(3)  NOT NULL,
    created_at   DATETIME(3)  NOT NULL,
    pay_deadline DATETIME(3)  NULL,
    paid_at      DATETIME(3)  NULL,
    closed_at    DATETIME(3)  NULL,
    -- The buyer while the order holds stock, else NULL: NULLs do not collide, so whoever cancelled may buy again.
    active_user  BIGINT GENERATED ALWAYS AS
        (CASE WHEN status IN ('AWAITING_PAYMENT', 'PAID') THEN user_id END) STORED,
    PRIMARY KEY (id),
    -- Invariant I3: at most one active order for a user and sale.
    CONSTRAINT orders_one_active UNIQUE (sale_id, active_user),
    CONSTRAINT orders_price_not_negative CHECK (price_cents >= 0),
    CONSTRAINT orders_status_known
        CHECK (status IN ('AWAITING_PAYMENT', 'PAID', 'CLOSED', 'REJECTED', 'REFUND_DUE')),
    CONSTRAINT orders_end_has_reason
        CHECK (status NOT IN ('CLOSED', 'REJECTED', 'REFUND_DUE') OR (reason IS NOT NULL AND closed_at IS NOT NULL)),
    CONSTRAINT orders_active_has_deadline CHECK (status = 'REJECTED' OR pay_deadline IS NOT NULL),
    CONSTRAINT orders_paid_has_time CHECK (status NOT IN ('PAID', 'REFUND_DUE') OR paid_at IS NOT NULL)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

-- A shopper's orders, newest first.
CREATE INDEX orders_of_user ON orders (user_id, created_at, id);

-- The scan for orders past their deadline.
CREATE INDEX orders_by_deadline ON orders (status, pay_deadline);
