-- Puts units into the gate of a bucket that the database has moved there.
--
-- A gate that was rebuilt since has them already, from the database: the epoch tells. If the process dies before this,
-- nobody can have the units until the reconciliation has seen it.
--
-- Atomic because a rebuild may end at any moment.
--
-- KEYS  1 gate (hash)  2 this move (string, kept for an hour in case the call is repeated)
-- ARGV  1 epoch of the gate while the rows were locked in the database  2 units
--
-- Returns
--   'MOVED'         by this call or the one that it repeats
--   'OTHER_EPOCH'   the gate was rebuilt, or is missing; its rebuild reads from the database that they are there
if redis.call('HGET', KEYS[1], 'epoch') ~= ARGV[1] then
    return 'OTHER_EPOCH'
end
if not redis.call('SET', KEYS[2], ARGV[2], 'NX', 'EX', 3600) then
    return 'MOVED'
end
redis.call('HINCRBY', KEYS[1], 'remaining', ARGV[2])
redis.call('HINCRBY', KEYS[1], 'moved', ARGV[2])
redis.call('HINCRBY', KEYS[1], 'returned', 1)
return 'MOVED'
