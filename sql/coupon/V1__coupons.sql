-- Runs on MySQL 8 and on MariaDB 11. Times are UTC. Invariants: docs/invariants.md.

-- What a coupon is worth, for what, when, and how many there are. Only title and claim window ever change.
CREATE TABLE coupon_template (
    id              BIGINT       NOT NULL AUTO_INCREMENT,
    title           VARCHAR(120) NOT NULL,
    kind            VARCHAR(7) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    amount_cents    BIGINT       NULL,
    percent         INT          NULL,
    cap_cents       BIGINT       NULL,
    threshold_cents BIGINT       NOT NULL,
    quantity        BIGINT       NOT NULL,
    per_person      INT          NOT NULL,
    opens_at        DATETIME(3)  NOT NULL,
    closes_at       DATETIME(3)  NOT NULL,
    valid_from      DATETIME(3)  NOT NULL,
    valid_until     DATETIME(3)  NOT NULL,
    claimed         BIGINT       NOT NULL DEFAULT 0,
    -- grows with every change of title or window; Redis never goes back to an older one
    revision        BIGINT       NOT NULL DEFAULT 1,
    -- grows with every batch of claims; an update names the one it has seen
    version         BIGINT       NOT NULL DEFAULT 1,
    PRIMARY KEY (id),
    KEY ix_coupon_template_closes_at (closes_at),
    CONSTRAINT uk_coupon_template_limit UNIQUE (id, per_person),
    CONSTRAINT ck_coupon_i8_claimed CHECK (claimed >= 0 AND claimed <= quantity),
    CONSTRAINT ck_coupon_template_worth CHECK (
        (kind = 'AMOUNT' AND amount_cents > 0 AND percent IS NULL AND cap_cents IS NULL)
        OR (kind = 'PERCENT' AND amount_cents IS NULL AND percent BETWEEN 1 AND 100
            AND (cap_cents IS NULL OR cap_cents > 0))),
    CONSTRAINT ck_coupon_template_threshold CHECK (threshold_cents >= 0),
    CONSTRAINT ck_coupon_template_limit CHECK (per_person BETWEEN 1 AND 100),
    CONSTRAINT ck_coupon_template_windows CHECK (closes_at > opens_at AND valid_until > valid_from)
);

-- The sales and products that a template is limited to; none at all means that it is good for everything.
CREATE TABLE coupon_scope (
    template_id BIGINT     NOT NULL,
    kind        VARCHAR(7) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    target_id   BIGINT     NOT NULL,
    PRIMARY KEY (template_id, kind, target_id),
    CONSTRAINT fk_coupon_scope_template FOREIGN KEY (template_id) REFERENCES coupon_template (id),
    CONSTRAINT ck_coupon_scope_kind CHECK (kind IN ('SALE', 'PRODUCT'))
);

-- One row for each coupon that somebody has. The id is the claim's, so that a repeated message finds its row.
CREATE TABLE coupon (
    id             BIGINT      NOT NULL,
    template_id    BIGINT      NOT NULL,
    user_id        BIGINT      NOT NULL,
    -- the shopper's first, second, … of this template; the template's limit stands beside it, so that one can be
    -- checked against the other
    place          INT         NOT NULL,
    per_person     INT         NOT NULL,
    status         VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'UNUSED',
    order_id       BIGINT      NULL,
    attempt        INT         NULL,
    discount_cents BIGINT      NULL,
    claimed_at     DATETIME(3) NOT NULL,
    reserved_at    DATETIME(3) NULL,
    used_at        DATETIME(3) NULL,
    paid_order     BIGINT GENERATED ALWAYS AS (CASE WHEN status = 'USED' THEN order_id END) STORED,
    PRIMARY KEY (id),
    KEY ix_coupon_user (user_id, claimed_at),
    -- Invariant I9: nobody has more than the template allows.
    CONSTRAINT uk_coupon_i9_place UNIQUE (template_id, user_id, place),
    CONSTRAINT ck_coupon_i9_limit CHECK (place BETWEEN 1 AND per_person),
    CONSTRAINT fk_coupon_i9_limit FOREIGN KEY (template_id, per_person) REFERENCES coupon_template (id, per_person),
    -- Invariant I10: unused, reserved by one order, or used by one paid order, which is paid by one coupon.
    CONSTRAINT ck_coupon_i10_status CHECK (
        (status = 'UNUSED' AND order_id IS NULL AND attempt IS NULL AND discount_cents IS NULL
            AND reserved_at IS NULL AND used_at IS NULL)
        OR (status = 'RESERVED' AND order_id IS NOT NULL AND attempt IS NOT NULL AND discount_cents > 0
            AND reserved_at IS NOT NULL AND used_at IS NULL)
        OR (status = 'USED' AND order_id IS NOT NULL AND attempt IS NOT NULL AND discount_cents > 0
            AND used_at IS NOT NULL)),
    CONSTRAINT uk_coupon_i10_order UNIQUE (paid_order)
);

-- The flow: one row for each thing that happened to a coupon. CLAIM and REJECT (order 0) are the idempotency key of a
-- claim; RESERVE, USE and FREE those of an order's attempt to pay with the coupon. A FREE that came before its RESERVE
-- keeps that from ever happening. The user and the reason are kept so that a rejected claim can be explained.
CREATE TABLE coupon_flow (
    coupon_id   BIGINT      NOT NULL,
    order_id    BIGINT      NOT NULL,
    attempt     INT         NOT NULL,
    type        VARCHAR(7) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    template_id BIGINT      NOT NULL,
    user_id     BIGINT      NOT NULL,
    reason      VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NULL,
    created_at  DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (coupon_id, order_id, attempt, type),
    KEY ix_coupon_flow_template (template_id, type),
    CONSTRAINT ck_coupon_flow_type CHECK (type IN ('CLAIM', 'REJECT', 'RESERVE', 'USE', 'FREE')),
    CONSTRAINT ck_coupon_flow_claim CHECK ((type IN ('CLAIM', 'REJECT')) = (order_id = 0 AND attempt = 0)),
    CONSTRAINT ck_coupon_flow_reason CHECK ((type = 'REJECT') = (reason IS NOT NULL))
);

-- Each start of a process takes the next number; modulo 1,024 it is the node of the coupon ids made there.
CREATE TABLE coupon_id_node (
    id         BIGINT      NOT NULL AUTO_INCREMENT,
    started_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (id)
);
