-- A token that is given up again and again is remembered once: whoever has one could fill the table with it, and each gateway asks
-- for all of it. Stop old instances of order-service first: what they write between the two steps would end this in the middle.
DELETE FROM ended_session WHERE expires_at <= UTC_TIMESTAMP(3);

DELETE ended_session FROM ended_session
    LEFT JOIN (SELECT MIN(id) AS id FROM ended_session GROUP BY account_id, token_id, below_version) AS kept
        ON kept.id = ended_session.id
    WHERE kept.id IS NULL;

ALTER TABLE ended_session
    ADD CONSTRAINT ended_session_token_once UNIQUE (account_id, token_id),
    ADD CONSTRAINT ended_session_version_once UNIQUE (account_id, below_version);
