-- Lets more numbers be given, once MySQL knows up to which.
--
-- Atomic because marks of several instances may arrive in any sequence, and one of another run must not count.
--
-- KEYS  1 entry (hash, see open.lua)
-- ARGV  1 run of the server that MySQL has the mark for  2 the last number that may be given
--
-- Returns
--   'RAISED'    that many may be given, or more
--   'OTHER_RUN' the entry is of another run, or not there
if redis.call('HGET', KEYS[1], 'runId') ~= ARGV[1] then
    return 'OTHER_RUN'
end
if tonumber(redis.call('HGET', KEYS[1], 'mark')) < tonumber(ARGV[2]) then
    redis.call('HSET', KEYS[1], 'mark', ARGV[2])
end
return 'RAISED'
