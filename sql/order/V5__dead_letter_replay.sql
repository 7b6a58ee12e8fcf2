-- Dead letters that an administrator has sent to their first topic again. The letters themselves stay in Kafka.
-- written_at, the letter's own time in Kafka, tells letters apart should the topic ever be made anew and count from 0.
CREATE TABLE dead_letter_replay (
    topic           VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    kafka_partition INT       NOT NULL,
    kafka_offset    BIGINT      NOT NULL,
    written_at      DATETIME(3) NOT NULL,
    replays         INT         NOT NULL,
    replayed_at     DATETIME(3) NOT NULL,
    PRIMARY KEY (topic, kafka_partition, kafka_offset, written_at),
    CONSTRAINT dead_letter_replay_happened CHECK (replays > 0)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
