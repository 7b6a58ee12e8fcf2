-- Part of reserve.lua: users who let too many units go have to wait (see bar.lua).
--
-- A gate whose field barred is later than now has ':barred' beside KEYS[1] (sorted set: user id -> until when, ms); else
-- it is not read.

-- Returns until when the user has to wait, if they have to.
local function waitsUntil(user)
    local latest = barred and now < tonumber(barred) and redis.call('ZSCORE', KEYS[1] .. ':barred', user)
    return latest and now < tonumber(latest) and latest
end
