-- Sessions end before their tokens expire, and the configuration can give an administrator a new password.
ALTER TABLE account
    -- All tokens of the account with a lower one are worthless.
    ADD COLUMN token_version   INT NOT NULL DEFAULT 0,
    -- Of the password that the configuration gave it last: a new one is told from one that was changed in the shop.
    ADD COLUMN configured_hash VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NULL;

-- What the gateways must refuse until it would have expired anyway; they ask for what is new.
CREATE TABLE ended_session (
    id            BIGINT      NOT NULL AUTO_INCREMENT,
    account_id    BIGINT      NOT NULL,
    token_id      VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL,
    below_version INT         NULL,
    ended_at      DATETIME(3) NOT NULL,
    expires_at    DATETIME(3) NOT NULL,
    PRIMARY KEY (id),
    KEY ended_session_new (ended_at),
    KEY ended_session_over (expires_at),
    CONSTRAINT ended_session_one_or_all CHECK ((token_id IS NULL) <> (below_version IS NULL))
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
