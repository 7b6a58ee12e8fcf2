-- What a shopper got in a sale: after a loss of Redis, a round of its waiting list looks this up for each offer.
ALTER TABLE stock_flow ADD KEY ix_stock_flow_user (sale_id, user_id);
