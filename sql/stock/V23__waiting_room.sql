-- Sales that are entered one after the other; see docs/fair-entry.md.
ALTER TABLE sale
    -- Places that are served a second, at most.
    ADD COLUMN entry_rate INT NOT NULL DEFAULT 100,
    ADD CONSTRAINT ck_sale_entry_rate CHECK (entry_rate BETWEEN 1 AND 10000);

-- When turns were last looked after, so that it is known which were running when Redis was lost.
ALTER TABLE entry_counter ADD COLUMN looked_at DATETIME(3) NULL;

-- When which places were served, so that turns are known when Redis is not.
CREATE TABLE entry_served (
    sale_id        BIGINT      NOT NULL,
    served_up_to   BIGINT      NOT NULL,
    served_from    BIGINT      NOT NULL,
    served_at      DATETIME(3) NOT NULL,
    PRIMARY KEY (sale_id, served_up_to),
    CONSTRAINT ck_entry_served CHECK (served_from <= served_up_to)
);
