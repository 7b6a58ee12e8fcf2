-- The schemas of orders and coupons have it, too: the next migration of any of them has a higher number.
--
-- What administrators had made under an idempotency key. The row is written in the transaction that makes the thing, so a
-- request that broke off has left neither.
CREATE TABLE made_once (
    path            VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    idempotency_key VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    -- SHA-256 of the request: another one under the same key is refused.
    digest          BINARY(32)   NOT NULL,
    -- NULL only within the transaction.
    made_id         BIGINT       NULL,
    made_at         DATETIME(3)  NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (path, idempotency_key)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
