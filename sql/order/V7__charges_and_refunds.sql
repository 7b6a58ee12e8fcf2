-- What the payment provider took, as it told us: one row for each charge, written before anything is decided about it, in
-- the transaction that decides. RECEIVED is never seen from outside of that transaction. No foreign key to orders: money
-- for an order that does not exist has to be given back, too.
CREATE TABLE charge (
    charge_id    VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    order_id     BIGINT      NOT NULL,
    amount_cents BIGINT      NOT NULL,
    outcome      VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin  NOT NULL DEFAULT 'RECEIVED',
    paid_at      DATETIME(3) NOT NULL,
    received_at  DATETIME(3) NOT NULL,
    paid         TINYINT GENERATED ALWAYS AS (CASE WHEN outcome = 'PAID' THEN 1 END) STORED,
    -- The key makes a repeated notification harmless.
    PRIMARY KEY (charge_id),
    -- Invariant I11: an order is paid once. NULLs do not collide, so any number of charges may go back.
    CONSTRAINT charge_i11_order_paid_once UNIQUE (order_id, paid),
    -- For the foreign key of refund.
    CONSTRAINT charge_with_outcome UNIQUE (charge_id, outcome),
    CONSTRAINT charge_amount_not_negative CHECK (amount_cents >= 0),
    CONSTRAINT charge_outcome_known CHECK (outcome IN ('RECEIVED', 'PAID', 'REFUND'))
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

-- Charges that paid no order and go back, whole: one row each, which is the queue of the refunds that are due, too.
CREATE TABLE refund (
    id                 BIGINT      NOT NULL AUTO_INCREMENT,
    charge_id          VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    outcome            VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin  NOT NULL DEFAULT 'REFUND',
    order_id           BIGINT      NOT NULL,
    amount_cents       BIGINT      NOT NULL,
    reason             VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    state              VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'DUE',
    attempts           INT         NOT NULL DEFAULT 0,
    next_attempt_at    DATETIME(3) NOT NULL,
    last_error         VARCHAR(500) NULL,
    provider_reference VARCHAR(100) NULL,
    created_at         DATETIME(3) NOT NULL,
    refunded_at        DATETIME(3) NULL,
    PRIMARY KEY (id),
    -- Invariant I11: a charge goes back once, and none that paid an order does.
    CONSTRAINT refund_i11_once UNIQUE (charge_id),
    CONSTRAINT refund_i11_of_no_sale FOREIGN KEY (charge_id, outcome) REFERENCES charge (charge_id, outcome),
    CONSTRAINT refund_i11_outcome CHECK (outcome = 'REFUND'),
    CONSTRAINT refund_state_known CHECK (state IN ('DUE', 'FAILED', 'REFUNDED')),
    CONSTRAINT refund_reason_known CHECK (reason IN ('UNKNOWN_ORDER', 'WRONG_AMOUNT', 'ALREADY_PAID', 'ORDER_ENDED')),
    CONSTRAINT refund_done_has_time CHECK ((state = 'REFUNDED') = (refunded_at IS NOT NULL)),
    CONSTRAINT refund_attempts_not_negative CHECK (attempts >= 0)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

-- The refunds that are due, longest overdue first.
CREATE INDEX refund_by_state ON refund (state, next_attempt_at);

CREATE INDEX refund_of_order ON refund (order_id);

-- What the mock of the payment provider remembers: what a provider's own books would say. order-service never reads it
-- but through the provider's interface; the auditor compares the two.
CREATE TABLE mock_provider_charge (
    charge_id    VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    order_id     BIGINT      NOT NULL,
    amount_cents BIGINT      NOT NULL,
    charged_at   DATETIME(3) NOT NULL,
    PRIMARY KEY (charge_id),
    KEY mock_provider_charge_of_order (order_id),
    KEY mock_provider_charge_by_time (charged_at, charge_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE mock_provider_refund (
    idempotency_key VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    charge_id       VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin  NOT NULL,
    amount_cents    BIGINT      NOT NULL,
    refunded_at     DATETIME(3) NOT NULL,
    PRIMARY KEY (idempotency_key),
    KEY mock_provider_refund_of_charge (charge_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

ALTER TABLE orders
    -- money that came for the order and did not pay it: it goes back, or went
    ADD COLUMN refund_cents BIGINT NOT NULL DEFAULT 0,
    -- how often it was to be paid with a coupon; while that is 0 there is no row of order_coupon to look at
    ADD COLUMN coupon_attempts INT NOT NULL DEFAULT 0;

ALTER TABLE orders DROP CONSTRAINT orders_status_known;
ALTER TABLE orders DROP CONSTRAINT orders_end_has_reason;
ALTER TABLE orders DROP CONSTRAINT orders_paid_has_time;
ALTER TABLE orders
    ADD CONSTRAINT orders_status_known
        CHECK (status IN ('AWAITING_PAYMENT', 'PAID', 'CLOSED', 'REJECTED', 'REFUND_DUE', 'REFUNDED')),
    ADD CONSTRAINT orders_end_has_reason CHECK (
        status NOT IN ('CLOSED', 'REJECTED', 'REFUND_DUE', 'REFUNDED') OR (reason IS NOT NULL AND closed_at IS NOT NULL)),
    ADD CONSTRAINT orders_paid_has_time CHECK (status NOT IN ('PAID', 'REFUND_DUE', 'REFUNDED') OR paid_at IS NOT NULL),
    ADD CONSTRAINT orders_refund_not_negative CHECK (refund_cents >= 0);

-- What was recorded so far. Refunds that were due and that nobody made are made now.
INSERT INTO charge (charge_id, order_id, amount_cents, outcome, paid_at, received_at)
SELECT payment_id, order_id, amount_cents, CASE state WHEN 'ACCEPTED' THEN 'PAID' ELSE 'REFUND' END, paid_at, received_at
FROM payment;

INSERT INTO mock_provider_charge (charge_id, order_id, amount_cents, charged_at)
SELECT payment_id, order_id, amount_cents, paid_at FROM payment WHERE payment_id LIKE 'mock-%';

INSERT INTO refund (charge_id, order_id, amount_cents, reason, next_attempt_at, created_at)
SELECT payment_id, order_id, amount_cents, 'ORDER_ENDED', UTC_TIMESTAMP(3), received_at
FROM payment WHERE state = 'REFUND_DUE';

UPDATE orders o JOIN payment p ON p.order_id = o.id SET o.refund_cents = p.amount_cents WHERE p.state = 'REFUND_DUE';

UPDATE orders o JOIN order_coupon c ON c.order_id = o.id SET o.coupon_attempts = c.attempt;

DROP TABLE payment;
