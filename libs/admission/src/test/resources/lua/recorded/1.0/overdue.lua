-- Reads the oldest entries of an outbox that should have been in the queue by now.
--
-- A script, because the clock and the range are read together: entry ids begin with the time of this server, so only
-- its clock tells their age. If the clock is set back, ids go on from where they were. Nobody can tell when an entry
-- with a future id was made, so it counts as overdue.
--
-- KEYS  1 outbox (stream)
-- ARGV  1 age in ms from which an entry is overdue; 2 entry id after which to begin; 3 maximum number of entries
--
-- Returns five strings an entry, oldest first: entry id, campaign id, admitted at (ms), terms, reservations; each '' if
-- the entry has no such field. Returns nothing if nothing is overdue
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local after, max = ARGV[2], tonumber(ARGV[3])
local flat = {}

local function read(from, to)
    local entries = redis.call('XRANGE', KEYS[1], from, to, 'COUNT', max)
    for _, entry in ipairs(entries) do
        flat[#flat + 1] = entry[1]
        for i = 2, 8, 2 do
            flat[#flat + 1] = entry[2][i] or ''
        end
    end
    max = max - #entries
end

read('(' .. after, string.format('%.0f', now - tonumber(ARGV[1])))
if max > 0 then
    local inFuture = tonumber(string.match(after, '^%d+')) > now
    read(inFuture and '(' .. after or string.format('%.0f', now + 1), '+')
end
return flat
