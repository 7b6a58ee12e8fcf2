-- Lets numbers be given after the opening of a lottery, once MySQL has how many were given before it.
--
-- Atomic because an entry of another run may have been made meanwhile.
--
-- KEYS  1 entry (hash, see open.lua)
-- ARGV  1 run, as read before  2 how many numbers were given before the opening
--
-- Returns
--   'DRAWN'      now or before
--   'OTHER_RUN'  the entry is of another run, or not there
if redis.call('HGET', KEYS[1], 'runId') ~= ARGV[1] then
    return 'OTHER_RUN'
end
redis.call('HSET', KEYS[1], 'atOpening', ARGV[2])
return 'DRAWN'
