-- Entry to sales by purchase ticket; see docs/fair-entry.md.
ALTER TABLE sale
    ADD COLUMN entry_mode VARCHAR(7) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'OPEN',
    ADD CONSTRAINT ck_sale_entry_mode CHECK (entry_mode IN ('OPEN', 'TICKET', 'QUEUE', 'LOTTERY'));

-- Who has which number. Written within about a second of its being given, and at the latest before its ticket is handed out.
-- A number is one user's and a user has one number, with one ticket (I12). Times are those of the clock of Redis.
CREATE TABLE entry (
    sale_id           BIGINT      NOT NULL,
    user_id           BIGINT      NOT NULL,
    number            BIGINT      NOT NULL,
    entered_at        DATETIME(3) NOT NULL,
    ticket_issued_at  DATETIME(3) NULL,
    ticket_expires_at DATETIME(3) NULL,
    PRIMARY KEY (sale_id, user_id),
    CONSTRAINT uk_entry_i12_number UNIQUE (sale_id, number),
    CONSTRAINT ck_entry_number CHECK (number > 0),
    CONSTRAINT ck_entry_ticket CHECK ((ticket_issued_at IS NULL) = (ticket_expires_at IS NULL))
);

-- Which numbers may have been given. Redis gives none above given_up_to, and only the run of it that is named here gets more:
-- so none is given twice, whatever Redis forgets. Up to recovered_up_to another run gave them, which may have been lost before
-- their rows were written: these are somebody's only if they have a row.
CREATE TABLE entry_counter (
    sale_id         BIGINT      NOT NULL,
    run             VARCHAR(90) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    given_up_to     BIGINT      NOT NULL DEFAULT 0,
    recovered_up_to BIGINT      NOT NULL DEFAULT 0,
    served_up_to    BIGINT      NOT NULL DEFAULT 0,
    PRIMARY KEY (sale_id),
    CONSTRAINT ck_entry_counter CHECK (recovered_up_to <= given_up_to AND served_up_to >= 0)
);
