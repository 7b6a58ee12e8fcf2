-- Reads the oldest entries of an outbox that should have been in the queue by now.
--
-- Entry ids begin with the time of this server, so its clock, and no other, tells their age; that is why it is a
-- script: the clock and the range are read together.
--
-- KEYS  1 outbox (stream)
-- ARGV  1 age in ms from which an entry is overdue  2 entry id after which to begin  3 at most so many entries
--
-- Returns five strings an entry, oldest first: entry id, campaign id, admitted at (ms), terms, reservations; nothing when
-- nothing is overdue
local time = redis.call('TIME')
local youngest = time[1] * 1000 + math.floor(time[2] / 1000) - tonumber(ARGV[1])
local flat = {}
for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '(' .. ARGV[2], string.format('%.0f', youngest), 'COUNT',
    ARGV[3])) do
    flat[#flat + 1] = entry[1]
    for i = 2, #entry[2], 2 do
        flat[#flat + 1] = entry[2][i]
    end
end
return flat
