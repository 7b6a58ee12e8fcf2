-- What names the click that the order came from, where that is followed (W3C Trace Context); NULL in nearly all orders. Whoever
-- pays, closes or refunds it adds to the click's journey by it.
ALTER TABLE orders ADD COLUMN traceparent CHAR(55) CHARACTER SET ascii COLLATE ascii_bin NULL;
