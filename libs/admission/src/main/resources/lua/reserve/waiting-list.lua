-- Part of reserve.lua: while shoppers wait for units that come back, a gate admits only users to whom one was offered, once.
--
-- The field waiting of such a gate is '1'. Beside KEYS[1], in the same shard, it has ':offers:<epoch>' (hash: user id -> the
-- user's place in the list, or 'USED'). GateOffers writes the offers and takes them back; the gate knows no time at which
-- one ends. A rebuilt gate has another epoch, and so no offers yet.
local offers = KEYS[1] .. ':offers:' .. epoch

-- Whether the units that are left are not for this user.
local function isForOthers(user)
    local offer = waiting == '1' and redis.call('HGET', offers, user)
    return waiting == '1' and (not offer or offer == 'USED')
end

local function useOffer(user)
    if waiting == '1' then
        redis.call('HSET', offers, user, 'USED')
    end
end
