-- How long an account waits follows from how often it has let a unit go: whoever looks for those who wait reads both here, and
-- nothing else of a day of rows.
ALTER TABLE unpaid_order
    ADD KEY ix_unpaid_order_last_times (last_at, times),
    DROP KEY ix_unpaid_order_last;
