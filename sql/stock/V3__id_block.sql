-- The last block of order ids that a process was given; see docs/decisions/0005-order-ids.md. One row.
CREATE TABLE id_block (
    only_row   TINYINT NOT NULL DEFAULT 1,
    last_block BIGINT  NOT NULL,
    PRIMARY KEY (only_row),
    CONSTRAINT ck_id_block_only_row CHECK (only_row = 1)
);
INSERT INTO id_block (last_block) VALUES (0);

-- Its number, modulo 1,024, was part of an id, and two processes could share it.
DROP TABLE order_id_node;
