-- What administrators asked to have changed: recorded before it is made, and what came of it afterwards.
CREATE TABLE admin_change (
    id             BIGINT       NOT NULL AUTO_INCREMENT,
    changed_at     DATETIME(3)  NOT NULL,
    account_id     BIGINT       NOT NULL,
    username       VARCHAR(64)  NOT NULL,
    address        VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    correlation_id VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    method         VARCHAR(16)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    path           VARCHAR(250) NOT NULL,
    -- Its beginning; NULL, as the status, until there is an answer.
    body           VARCHAR(1000) NULL,
    status         SMALLINT     NULL,
    PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
