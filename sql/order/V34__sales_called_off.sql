-- An administrator gives the money for a paid order back, or calls a whole sale off.

-- Sales that were called off. While a sale stands here, its orders that are active end: whoever has paid gets the money
-- back, the others need not pay. The orders themselves say how far that is.
CREATE TABLE sale_called_off (
    sale_id       BIGINT      NOT NULL,
    -- whether the units of paid orders go back on sale
    units_back    BOOLEAN     NOT NULL,
    called_off_at DATETIME(3) NOT NULL,
    PRIMARY KEY (sale_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

-- The unit of an order that has ended, and did not go back on sale.
ALTER TABLE orders
    ADD COLUMN unit_kept BOOLEAN NOT NULL DEFAULT FALSE,
    ADD CONSTRAINT orders_kept_unit_is_refunded CHECK (unit_kept = FALSE OR status IN ('REFUND_DUE', 'REFUNDED'));

ALTER TABLE refund DROP CONSTRAINT refund_reason_known;
ALTER TABLE refund ADD CONSTRAINT refund_reason_known CHECK (
    reason IN ('UNKNOWN_ORDER', 'WRONG_AMOUNT', 'ALREADY_PAID', 'ORDER_ENDED', 'BY_ADMINISTRATOR'));
