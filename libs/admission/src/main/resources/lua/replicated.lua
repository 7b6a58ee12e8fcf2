-- Writes something after entries of an outbox, if they are there: a replica that acknowledges this has them, too.
--
-- Atomic because after a fail-over in between the entries may be lost, and only this write would be acknowledged.
--
-- KEYS  1 outbox (stream)  2 what is written (string)
-- ARGV  two for each group: entry id, its first reservation, as another group may have the id (see forget.lua)
--
-- Returns
--   'HELD'   all groups are there
--   'GONE'   one is not: it has been sent to the queue since, or was lost
for i = 1, #ARGV, 2 do
    local entry = redis.call('XRANGE', KEYS[1], ARGV[i], ARGV[i])[1]
    if not entry or string.match(entry[2][8] or '', '^%d+') ~= ARGV[i + 1] then
        return 'GONE'
    end
end
redis.call('SET', KEYS[2], '1', 'EX', 60)
return 'HELD'
