-- Part of reserve.lua: once units have come back, the users they go to are also noted as late holders. A reader of all
-- holders of a sold-out gate then needs to read only these (see late.lua).
local MAX_LATE = 5000 -- late holders that are kept

local function noteLate(users)
    if returned == '0' then
        return
    end
    redis.call('HINCRBY', KEYS[1], 'late', #users)
    redis.call('RPUSH', KEYS[4], unpack(users))
    redis.call('LTRIM', KEYS[4], -MAX_LATE, -1)
    redis.call('EXPIRE', KEYS[4], 86400)
end
