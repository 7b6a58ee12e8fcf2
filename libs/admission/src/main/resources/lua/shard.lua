-- Tells the run of the server that has a shard, and whether all gates of the shard were seen warm on this run.
--
-- Atomic because both must be of one server.
--
-- KEYS  1 warm run of the shard (string), see warm.lua
-- ARGV  none
--
-- Returns {run (see shared/run.lua), '1' when all gates were seen warm on it, else '0'}
-- part /shared/run

local run = presentRun()
return { run, redis.call('GET', KEYS[1]) == run and '1' or '0' }
