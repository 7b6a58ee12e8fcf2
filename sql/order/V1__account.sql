-- Who may log in. Names are ASCII and compared without regard to case: "Alice" cannot pose as "alice".
CREATE TABLE account (
    id            BIGINT      NOT NULL AUTO_INCREMENT,
    username      VARCHAR(32) CHARACTER SET ascii COLLATE ascii_general_ci NOT NULL,
    password_hash VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin       NOT NULL,
    role          VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin        NOT NULL,
    created_at    DATETIME(3) NOT NULL,
    PRIMARY KEY (id),
    CONSTRAINT account_username_taken UNIQUE (username),
    CONSTRAINT account_role_known CHECK (role IN ('SHOPPER', 'ADMIN'))
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
