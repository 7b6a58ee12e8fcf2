-- What shoppers see of a sale that was called off. Its orders end in order-service, which says so.
ALTER TABLE sale ADD COLUMN called_off BOOLEAN NOT NULL DEFAULT FALSE;
