-- Closes a gate for its rebuild: from now on nobody is admitted. A later lease replaces an earlier one, whose owner
-- then fails to load and to reopen. Works on a gate that is missing, too.
--
-- Atomic by being one command; a script so that all that changes a gate stands in one folder.
--
-- KEYS  1 gate (hash)
-- ARGV  1 rebuild lease: a token of whoever rebuilds
--
-- Returns 'CLOSED'
redis.call('HSET', KEYS[1], 'lease', ARGV[1])
return 'CLOSED'
