-- Undoes a move that took units out of the gate of a bucket, and keeps it from taking any later. Puts the units back,
-- or forgets them if the database does not have them: they are a surplus of Redis then.
--
-- To be called once it is certain that the database will never make the move, even if it is unknown whether
-- move-out.lua has run: a call of it that arrives after this one takes nothing.
--
-- A gate that was rebuilt since was made from a database in which the units never left: the epoch tells.
--
-- Atomic because a rebuild may end at any moment, and because a repeated call may run move-out.lua.
--
-- KEYS  1 gate (hash)  2 the move (string, see move-out.lua; '0' is kept for an hour)
-- ARGV  1 '1' to put the units back, '0' to forget them
--
-- Returns how many that were: '0' if none were taken, this was done before, or the gate was rebuilt or is missing
local before = redis.call('GET', KEYS[2])
redis.call('SET', KEYS[2], '0', 'EX', 3600)
local units, epoch = string.match(before or '', '^(%d+) (.+)$')
if not units or redis.call('HGET', KEYS[1], 'epoch') ~= epoch then
    return '0'
end
redis.call('HINCRBY', KEYS[1], 'moved', units)
if ARGV[1] == '1' then
    redis.call('HINCRBY', KEYS[1], 'remaining', units)
    redis.call('HINCRBY', KEYS[1], 'returned', 1)
end
return units
