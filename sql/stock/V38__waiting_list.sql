-- Who waits for a unit of a sold-out sale to come back, and in which order: by place. While sale.waiting_list is true, the
-- gate in Redis admits only shoppers to whom a unit was offered; the column reaches the gate with the revision of the sale.
ALTER TABLE sale
    ADD COLUMN waiting_list BOOLEAN NOT NULL DEFAULT FALSE,
    ADD KEY ix_sale_waiting_list (waiting_list);

-- A shopper has one row in a sale; who joins again after the end of an offer gets a new place. An offer is first chosen and
-- then granted, when the gate with this epoch knows it. From then on the shopper has until offered_until.
CREATE TABLE waiting_list (
    place         BIGINT      NOT NULL AUTO_INCREMENT,
    sale_id       BIGINT      NOT NULL,
    user_id       BIGINT      NOT NULL,
    state         VARCHAR(7) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'WAITING',
    joined_at     DATETIME(3) NOT NULL,
    chosen_at     DATETIME(3) NULL,
    epoch         VARCHAR(36) CHARACTER SET ascii COLLATE ascii_bin NULL,
    offered_until DATETIME(3) NULL,
    PRIMARY KEY (place),
    CONSTRAINT uk_waiting_list_user UNIQUE (sale_id, user_id),
    KEY ix_waiting_list_next (sale_id, state, place),
    CONSTRAINT ck_waiting_list_state CHECK (state IN ('WAITING', 'OFFERED', 'BOUGHT', 'LAPSED', 'LEFT', 'ENDED')),
    CONSTRAINT ck_waiting_list_offer CHECK ((epoch IS NULL) = (offered_until IS NULL))
);
