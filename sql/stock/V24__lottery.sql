-- Lotteries of sales; see docs/fair-entry.md. The seed (32 bytes, in hex) is chosen when the sale becomes a lottery, and never
-- changed. It is secret until size says how many numbers take part.
CREATE TABLE entry_lottery (
    sale_id  BIGINT      NOT NULL,
    seed     CHAR(64)    CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    size     BIGINT      NULL,
    drawn_at DATETIME(3) NULL,
    PRIMARY KEY (sale_id),
    CONSTRAINT ck_entry_lottery_drawn CHECK ((size IS NULL) = (drawn_at IS NULL) AND size >= 0)
);
