-- Loads holders into a closed gate, a chunk a call.
--
-- Atomic because a rebuild that lost its lease to another must not mix its holders with the other's.
--
-- Each reservation gets the user's lowest free place, so a repeated call changes nothing. If there is none, as the
-- database has more units of the user than allowed, the last place names the last reservation.
--
-- KEYS  1 gate (hash)  2 holders (hash: place -> reservation id, see reserve.lua)
-- ARGV  1 rebuild lease  2 units that one user may have  3.. user id, reservation id, user id, reservation id, …
--
-- Returns
--   'LOADED'
--   'LEASE_LOST'   the gate is not closed under this lease, or no longer
if redis.call('HGET', KEYS[1], 'lease') ~= ARGV[1] then
    return 'LEASE_LOST'
end
local limit = tonumber(ARGV[2])

-- Returns the user's first place that is free or has this reservation, else their last one.
local function placeFor(user, reservation)
    local place = user
    for n = 2, limit do
        local held = redis.call('HGET', KEYS[2], place)
        if not held or held == reservation then
            return place
        end
        place = user .. '#' .. n
    end
    return place
end

if limit == 1 then
    redis.call('HSET', KEYS[2], unpack(ARGV, 3)) -- there may be millions
else
    for i = 3, #ARGV, 2 do
        redis.call('HSET', KEYS[2], placeFor(ARGV[i], ARGV[i + 1]), ARGV[i + 1])
    end
end
redis.call('EXPIRE', KEYS[2], 3600) -- in case nobody opens the gate
return 'LOADED'
