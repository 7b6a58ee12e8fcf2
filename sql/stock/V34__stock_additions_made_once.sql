-- made_once now holds the keys under which stock was added. The old table stays, so that instances of the version before still
-- work; they and the new ones do not know each other's new keys.
INSERT INTO made_once (path, idempotency_key, digest, made_id, made_at)
SELECT CONCAT('/api/admin/sales/', sale_id, '/stock'),
       idempotency_key,
       UNHEX(SHA2(CONCAT('{"add":', units, '}'), 256)),
       sale_id,
       created_at
FROM stock_addition;
