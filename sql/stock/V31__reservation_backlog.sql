-- Groups of reservations that were answered 202 before Kafka had acknowledged them, until it has; see
-- docs/decisions/0039-what-kafka-does-not-acknowledge-is-saved-in-mysql.md.
CREATE TABLE reservation_backlog (
    -- The id of the group's first reservation: no other group has it.
    first_reservation BIGINT      NOT NULL,
    gate_id           BIGINT      NOT NULL,
    -- NULL once it turned out that the content cannot be read: then the row waits for an operator.
    saved_at          DATETIME(3) NULL,
    -- The group as JSON.
    content           MEDIUMTEXT  NOT NULL,
    PRIMARY KEY (first_reservation),
    KEY reservation_backlog_gate (gate_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
