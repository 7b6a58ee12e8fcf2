-- Writes something after entries of an outbox, if they are there, so that who has acknowledged this has them, too.
--
-- Atomic because after a fail-over in between the entries may be lost, and only this would be acknowledged.
--
-- KEYS  1 outbox (stream)  2 what is written (string)
-- ARGV  entry ids
--
-- Returns
--   'HELD'   all entries are there
--   'GONE'   one is not: it has been sent to the queue since, or was lost
for _, entry in ipairs(ARGV) do
    if #redis.call('XRANGE', KEYS[1], entry, entry) == 0 then
        return 'GONE'
    end
end
redis.call('SET', KEYS[2], '1', 'EX', 60)
return 'HELD'
