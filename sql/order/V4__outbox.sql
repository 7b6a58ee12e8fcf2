-- Messages to Kafka, written in the transaction whose effect they tell of, deleted once Kafka has acknowledged them.
CREATE TABLE outbox (
    id          BIGINT      NOT NULL AUTO_INCREMENT,
    topic       VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    message_key VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    payload     JSON        NOT NULL,
    created_at  DATETIME(3) NOT NULL,
    PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
