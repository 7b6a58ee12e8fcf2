-- Accounts of users who log in with an OpenID provider. The provider names a user by issuer and subject for ever.
CREATE TABLE provider_account (
    issuer     VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    subject    VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    account_id BIGINT       NOT NULL,
    PRIMARY KEY (issuer, subject),
    CONSTRAINT provider_account_one UNIQUE (account_id),
    CONSTRAINT provider_account_of FOREIGN KEY (account_id) REFERENCES account (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
