-- Steps of the mock provider: charges that the shopper has to confirm on a page of the provider. One for an order at a
-- time; another amount replaces it.
CREATE TABLE mock_provider_step (
    order_id     BIGINT  NOT NULL,
    -- the page's address has it: whoever knows it may confirm or refuse
    step         CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    amount_cents BIGINT  NOT NULL,
    -- until the shop has heard of it
    refused      BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (order_id),
    CONSTRAINT mock_provider_step_unique UNIQUE (step)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

-- Whether the shopper may still confirm the latest charge with the coupon: then a declined one before it does not free it.
ALTER TABLE order_coupon ADD COLUMN waiting BOOLEAN NOT NULL DEFAULT FALSE;
