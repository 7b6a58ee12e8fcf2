-- What a sale cost before its price was changed. Orders that were reserved then are sold for it, and for no other price.
CREATE TABLE sale_price (
    sale_id     BIGINT NOT NULL,
    price_cents BIGINT NOT NULL,
    PRIMARY KEY (sale_id, price_cents),
    CONSTRAINT fk_sale_price_sale FOREIGN KEY (sale_id) REFERENCES sale (id)
);
