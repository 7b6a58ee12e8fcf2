-- The last block of account ids that a process was given; see docs/decisions/0005-order-ids.md. One row. AUTO_INCREMENT would give
-- the number of an account that a fail-over or an older backup has lost to the next one, whom the lost one's token would then name.
CREATE TABLE id_block (
    only_row   TINYINT NOT NULL DEFAULT 1,
    last_block BIGINT  NOT NULL,
    PRIMARY KEY (only_row),
    CONSTRAINT id_block_only_row CHECK (only_row = 1)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
INSERT INTO id_block (last_block) VALUES (0);
