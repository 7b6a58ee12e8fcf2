-- Part of reserve.lua: a gate may admit by ticket only.
--
-- Beside KEYS[1], in the same shard, such a gate has ':entry' (hash: what runId it is of), ':entry:tickets' (sorted set:
-- number of each ticket that may still be used -> when it expires, ms) and ':entry:used' (hash: number of the ticket ->
-- reservation id).

-- Returns the number of a ticket that admits, or nil and why it does not; nothing if this gate needs none.
local function check(ticket)
    if not byTicket then
        return nil
    elseif ticket == '' then
        return nil, 'REQUIRED'
    end
    local number, expires = string.match(ticket, '^(%d+) (%d+)$')
    if not number then
        return nil, ticket
    elseif now >= tonumber(expires) then
        return nil, 'EXPIRED'
    elseif redis.call('HEXISTS', KEYS[1] .. ':entry:used', number) == 1 then
        return nil, 'USED'
    end
    return number
end

local function use(number, reservation)
    redis.call('HSET', KEYS[1] .. ':entry:used', number, reservation)
    redis.call('ZREM', KEYS[1] .. ':entry:tickets', number)
end

-- Whether it is known which tickets were used, on this run of the server.
local function areTicketsKnown()
    return not byTicket or redis.call('HGET', KEYS[1] .. ':entry', 'runId') == runId
end
