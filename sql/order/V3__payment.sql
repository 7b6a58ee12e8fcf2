-- One payment an order: what the provider told us, and what came of it. The key makes a repeated notification harmless.
CREATE TABLE payment (
    order_id     BIGINT      NOT NULL,
    payment_id   VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    amount_cents BIGINT      NOT NULL,
    state        VARCHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    paid_at      DATETIME(3) NOT NULL,
    received_at  DATETIME(3) NOT NULL,
    PRIMARY KEY (order_id),
    CONSTRAINT payment_once UNIQUE (payment_id),
    CONSTRAINT payment_of_order FOREIGN KEY (order_id) REFERENCES orders (id),
    CONSTRAINT payment_amount_not_negative CHECK (amount_cents >= 0),
    CONSTRAINT payment_state_known CHECK (state IN ('ACCEPTED', 'REFUND_DUE'))
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
