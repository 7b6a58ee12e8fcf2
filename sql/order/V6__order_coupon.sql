-- Orders that a coupon was, or was to be, paid with: the order's latest attempt. Written before coupon-service is asked, so
-- that a coupon which may be reserved is always known here, and freed when the order ends. All other orders have no row.
CREATE TABLE order_coupon (
    order_id       BIGINT NOT NULL,
    coupon_id      BIGINT NOT NULL,
    attempt        INT    NOT NULL,
    state          VARCHAR(9) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    discount_cents BIGINT NULL,
    -- charges at the payment provider that have not been declined: it may have taken the money
    open_charges   INT    NOT NULL DEFAULT 0,
    used_coupon    BIGINT GENERATED ALWAYS AS (CASE WHEN state = 'USED' THEN coupon_id END) STORED,
    PRIMARY KEY (order_id),
    -- Invariant I10: a coupon pays one order.
    CONSTRAINT order_coupon_i10_once UNIQUE (used_coupon),
    CONSTRAINT order_coupon_of_order FOREIGN KEY (order_id) REFERENCES orders (id),
    CONSTRAINT order_coupon_attempt CHECK (attempt > 0 AND open_charges >= 0),
    CONSTRAINT order_coupon_state_known CHECK (state IN ('RESERVING', 'CHARGING', 'USED', 'FREED')),
    CONSTRAINT order_coupon_discount CHECK (
        discount_cents > 0 OR (discount_cents IS NULL AND state IN ('RESERVING', 'FREED')))
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
