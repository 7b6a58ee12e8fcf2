-- Part of reserve.lua: a user may give a request a name, and all their requests with the same name get the same unit.
--
-- Beside KEYS[1], in the same shard, ':once:<user id>:<name>' (string) has the reservation id of such a request, as long as
-- the reservation itself is remembered.
local named, reservationOf = {}, {} -- keys of the requests that this call admits, and the reservation of each

local function keyOf(user, name)
    return KEYS[1] .. ':once:' .. user .. ':' .. name
end

-- Returns the reservation that an earlier request of this name got; nothing if there is none.
local function gotBefore(user, name)
    if name == '' then
        return nil
    end
    local key = keyOf(user, name)
    return reservationOf[key] or redis.call('GET', key)
end

local function remember(user, name, reservation)
    if name ~= '' then
        named[#named + 1] = keyOf(user, name)
        reservationOf[named[#named]] = reservation
    end
end

local function writeNames(seconds)
    for _, key in ipairs(named) do
        redis.call('SET', key, reservationOf[key], 'EX', seconds)
    end
end
