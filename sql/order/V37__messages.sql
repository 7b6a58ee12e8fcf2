-- What shoppers are told. The rows hold facts; the pages make sentences of them, in the reader's language.
CREATE TABLE message (
    id           BIGINT       NOT NULL AUTO_INCREMENT,
    user_id      BIGINT       NOT NULL,
    kind         VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    -- with shopper and kind it names the message: however often it is sent, there is one row
    message_key  VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    sale_id      BIGINT       NOT NULL,
    order_id     BIGINT       NULL,
    title        VARCHAR(500) NOT NULL,
    amount_cents BIGINT       NULL,
    -- when the sale opens, or until when an offer holds
    happens_at   DATETIME(3)  NULL,
    created_at   DATETIME(3)  NOT NULL,
    seen         BOOLEAN      NOT NULL DEFAULT FALSE,
    PRIMARY KEY (id),
    CONSTRAINT message_once UNIQUE (user_id, kind, message_key),
    CONSTRAINT message_kind_known CHECK (kind IN ('REFUNDED', 'CALLED_OFF', 'REMINDER', 'OFFER')),
    -- A shopper's messages, newest first, and how many are new.
    KEY message_of_user (user_id, id),
    KEY message_unseen (user_id, seen)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

-- Who asked to be reminded of which sale, until they have been, or it is void.
CREATE TABLE sale_reminder (
    sale_id  BIGINT      NOT NULL,
    user_id  BIGINT      NOT NULL,
    asked_at DATETIME(3) NOT NULL,
    PRIMARY KEY (sale_id, user_id),
    KEY sale_reminder_of_user (user_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

-- Browsers to which messages are pushed, and the keys with which they are encrypted for them.
CREATE TABLE push_subscription (
    id            BIGINT        NOT NULL AUTO_INCREMENT,
    user_id       BIGINT        NOT NULL,
    -- SHA-256 of the endpoint, which is too long for an index
    endpoint_hash CHAR(64)      CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    endpoint      VARCHAR(1000) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    p256dh        VARCHAR(100)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    auth          VARCHAR(50)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    created_at    DATETIME(3)   NOT NULL,
    PRIMARY KEY (id),
    CONSTRAINT push_subscription_once UNIQUE (endpoint_hash),
    KEY push_subscription_of_user (user_id, created_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

-- Messages that have yet to be pushed to a browser.
CREATE TABLE push_due (
    message_id      BIGINT      NOT NULL,
    subscription_id BIGINT      NOT NULL,
    attempts        INT         NOT NULL DEFAULT 0,
    next_attempt_at DATETIME(3) NOT NULL,
    PRIMARY KEY (message_id, subscription_id),
    KEY push_due_next (next_attempt_at),
    CONSTRAINT push_due_has_subscription
        FOREIGN KEY (subscription_id) REFERENCES push_subscription (id) ON DELETE CASCADE
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
