-- Undoes a move that took units out of the gate of a bucket, and lets it take nothing any more: puts the units back, or forgets them
-- if the database has not got them, as they are a surplus of Redis then.
--
-- To be called when it is certain that the database will never have made the move. Also before it is known whether move-out.lua
-- was run at all: a call of it that arrives after this one takes nothing.
--
-- A gate that was made anew since was made of a database in which the units never left: the epoch tells.
--
-- Atomic because a rebuild may end at any moment, and because move-out.lua may be run by a call that is repeated.
--
-- KEYS  1 gate (hash)  2 the move (string, see move-out.lua; '0' is kept for an hour)
-- ARGV  1 '1' to put the units back, '0' to forget them
--
-- Returns how many that were: '0' if none were taken, this was done before, or the gate was made anew or is missing
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
