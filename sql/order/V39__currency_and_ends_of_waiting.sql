-- The currency of all prices and charges, noted at the first start: amounts are stored as numbers of its smallest units.
CREATE TABLE shop_currency (
    id       TINYINT NOT NULL,
    currency CHAR(3) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    PRIMARY KEY (id),
    CONSTRAINT shop_currency_is_one CHECK (id = 1)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

ALTER TABLE message DROP CONSTRAINT message_kind_known;
ALTER TABLE message ADD CONSTRAINT message_kind_known
    CHECK (kind IN ('REFUNDED', 'CALLED_OFF', 'REMINDER', 'OFFER', 'OFFER_LAPSED', 'LIST_ENDED'));
