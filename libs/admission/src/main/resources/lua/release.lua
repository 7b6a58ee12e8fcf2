-- Ends holds on a campaign, each only if it is still the hold of its reservation, and gives the units back.
--
-- Atomic because the reservation is compared and removed in one step: after the user's next reservation the
-- entry names another one, which this call must not touch. Repeating it changes nothing.
--
-- If no order was placed, the ticket of the reservation comes back, too. It lives as long again as when it was issued,
-- from now on, and a unit is kept for it until then, if one is free.
--
-- KEYS  1 gate (hash)  2 holders (hash: place -> reservation id, see reserve.lua)
--       beside KEYS[1] those of tickets.lua, and ':entry:numbers' and ':entry:issued' (see take.lua)
-- ARGV  four for each hold: user id, reservation id, units to give back (1, or 0 when the database never had the unit),
--       '1' to give the ticket back, else ''
--
-- Returns one word for each hold
--   'RELEASED'
--   'NOT_HELD'   the user holds nothing, or another reservation
--   'MISSING'    no gate; its rebuild will read from the database that the hold has ended
local function giveTicketBack(user, reservation)
    local entry = KEYS[1] .. ':entry'
    local number = string.match(redis.call('HGET', entry .. ':numbers', user) or '', '^%d+')
    if not number or redis.call('HGET', entry .. ':used', number) ~= reservation then
        return
    end
    redis.call('HDEL', entry .. ':used', number)
    local at, expires = string.match(redis.call('HGET', entry .. ':issued', number) or '', '^(%d+):(%d+)$')
    if at then
        local time = redis.call('TIME')
        local now = time[1] * 1000 + math.floor(time[2] / 1000)
        local untilWhen = string.format('%.0f', now + (expires - at))
        redis.call('ZADD', entry .. ':tickets', untilWhen, number)
        redis.call('HSET', entry .. ':issued', number, string.format('%.0f', now) .. ':' .. untilWhen)
    end
end

local known, limit = unpack(redis.call('HMGET', KEYS[1], 'epoch', 'limit'))
local outcomes = {}
local released, units = 0, 0
for i = 1, #ARGV, 4 do
    if ARGV[i + 3] == '1' then
        giveTicketBack(ARGV[i], ARGV[i + 1])
    end
    local outcome = 'MISSING'
    if known then
        outcome = 'NOT_HELD'
        for n = 1, tonumber(limit or '1') do
            local place = n == 1 and ARGV[i] or ARGV[i] .. '#' .. n
            if redis.call('HGET', KEYS[2], place) == ARGV[i + 1] then
                redis.call('HDEL', KEYS[2], place)
                released = released + 1
                units = units + tonumber(ARGV[i + 2])
                outcome = 'RELEASED'
            end
        end
    end
    outcomes[#outcomes + 1] = outcome
end
if released > 0 then
    redis.call('HINCRBY', KEYS[1], 'remaining', units)
    redis.call('HINCRBY', KEYS[1], 'returned', released)
end
return outcomes
