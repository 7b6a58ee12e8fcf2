-- Variants of a product (size, colour) that are sold as one sale: each is a row of `sale`, with its stock and its price.
-- Those of one family share title, window and limit; the family has the id of its first sale. See
-- docs/decisions/0055-variants-are-sales-of-one-family.md.
ALTER TABLE sale
    ADD COLUMN family_id BIGINT NULL,
    ADD COLUMN variant VARCHAR(120) CHARACTER SET utf8mb4 NULL,
    ADD KEY ix_sale_family (family_id),
    ADD CONSTRAINT ck_sale_variant CHECK ((family_id IS NULL) = (variant IS NULL)),
    ADD CONSTRAINT ck_sale_variant_open CHECK (family_id IS NULL OR (entry_mode = 'OPEN' AND buckets = 1));

-- One row for each unit of a family that is out: deducted and not released. The slot is one of those that the limit gives
-- its shopper, so the primary key holds the limit across all variants (I3). Written with the flow, in one transaction.
CREATE TABLE family_unit (
    family_id BIGINT  NOT NULL,
    user_id   BIGINT  NOT NULL,
    slot      TINYINT NOT NULL,
    order_id  BIGINT  NOT NULL,
    PRIMARY KEY (family_id, user_id, slot),
    CONSTRAINT family_unit_once UNIQUE (order_id),
    CONSTRAINT ck_family_unit_slot CHECK (slot BETWEEN 1 AND 20)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
