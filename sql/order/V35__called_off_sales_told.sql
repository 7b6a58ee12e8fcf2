-- Whether stock-service, which shows the sale, knows that it was called off.
ALTER TABLE sale_called_off ADD COLUMN told BOOLEAN NOT NULL DEFAULT FALSE;
