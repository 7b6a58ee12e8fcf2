-- A token that is given up again and again is remembered once: whoever has one could fill the table with it, and each gateway asks
-- for all of it.
DELETE later FROM ended_session later
    JOIN ended_session earlier
        ON earlier.account_id = later.account_id
        AND (earlier.token_id = later.token_id OR earlier.below_version = later.below_version)
        AND earlier.id < later.id;

ALTER TABLE ended_session
    ADD CONSTRAINT ended_session_token_once UNIQUE (account_id, token_id),
    ADD CONSTRAINT ended_session_version_once UNIQUE (account_id, below_version);
