-- Unsold units can be taken away: `added` is less than 0 if more were taken away than added. That all units are somewhere
-- (ck_stock_i1_conservation) and none is missing (available >= 0) bounds it.
ALTER TABLE stock DROP CONSTRAINT ck_stock_i2_not_negative;

ALTER TABLE stock ADD CONSTRAINT ck_stock_i2_not_negative CHECK (available >= 0 AND initial >= 0);
