import { defineScript } from "../redis.ts";

/**
 * The places that several installations share, in one script, so that counting and taking are one step.
 *
 * `held`   sorted set: member `<installation>/<run>` -> until when its lease holds, ms of Redis' clock
 * `tokens` hash: member -> fencing token of its holder
 * `state`  hash: `server` (which process answered last), `seenAt`, `openAt`, `next`
 *
 * Whoever looks after a run renews its lease. Where leases may be unknown to the server (it is empty, it
 * was started again, nobody could write for long) no place is given until `openAt`: by then every holder
 * has told again what it holds. Tokens only ever grow, also over a loss of all data: they start at the
 * clock.
 *
 * ARGV: operation, lease ms, settling ms, then
 *   free    limit                            -> { free places, ms until places are given }
 *   take    limit, member                    -> { token, 0 } | { 0, ms } (settling) | { -1, held places }
 *   keep    prefix, (member, token)…         -> { tokens (0 = somebody newer holds it) }, { members and tokens
 *                                                of the same prefix that were not named }
 *   release (member, token)…                 -> how many were released
 * A token of 0 given to `keep` takes the lease over, whoever held it: the run lives, so it holds a place.
 */
export const placesScript = defineScript(`
local held, tokens, state = KEYS[1], KEYS[2], KEYS[3]
local operation, leaseMs, settleMs = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local function text(number) return string.format('%.0f', number) end

local isKnown, info = pcall(redis.call, 'INFO', 'server')
local server = isKnown and string.match(info, 'run_id:(%w+)') or 'unknown'
local found = redis.call('HMGET', state, 'server', 'seenAt', 'openAt')
local openAt = tonumber(found[3] or '0')
local silentMs = now - tonumber(found[2] or '0')
local mayHide = found[1] ~= server
  or (silentMs > settleMs and redis.call('ZCOUNT', held, '-inf', text(now + settleMs)) > 0)
if mayHide then openAt = now + settleMs end
redis.call('HSET', state, 'server', server, 'seenAt', text(now), 'openAt', text(openAt))

local expired = redis.call('ZRANGEBYSCORE', held, '-inf', text(now))
for _, member in ipairs(expired) do
  redis.call('ZREM', held, member)
  redis.call('HDEL', tokens, member)
end

local function hold(member, token)
  redis.call('ZADD', held, text(now + leaseMs), member)
  redis.call('HSET', tokens, member, token)
  return token
end
local function nextToken()
  local token = math.max(tonumber(redis.call('HGET', state, 'next') or '0') + 1, now)
  redis.call('HSET', state, 'next', text(token))
  return text(token)
end

if operation == 'free' then
  local free = tonumber(ARGV[4]) - redis.call('ZCARD', held)
  return { math.max(free, 0), math.max(openAt - now, 0) }
end
if operation == 'take' then
  local limit, member = tonumber(ARGV[4]), ARGV[5]
  if not redis.call('ZSCORE', held, member) then
    if openAt > now then return { '0', openAt - now } end
    local count = redis.call('ZCARD', held)
    if count >= limit then return { '-1', count } end
  end
  return { hold(member, nextToken()), 0 }
end
if operation == 'keep' then
  local prefix, answers, named = ARGV[4], {}, {}
  for i = 5, #ARGV, 2 do
    local member, token = ARGV[i], ARGV[i + 1]
    local current = redis.call('HGET', tokens, member)
    named[member] = true
    if token == '0' then token = nextToken()
    elseif current and tonumber(current) > tonumber(token) then token = nil end
    table.insert(answers, token and hold(member, token) or '0')
  end
  local others = {}
  for _, member in ipairs(redis.call('ZRANGE', held, 0, -1)) do
    if string.sub(member, 1, #prefix) == prefix and not named[member] then
      table.insert(others, member)
      table.insert(others, redis.call('HGET', tokens, member) or '0')
    end
  end
  return { answers, others }
end
if operation == 'release' then
  local released = 0
  for i = 4, #ARGV, 2 do
    if redis.call('HGET', tokens, ARGV[i]) == ARGV[i + 1] then
      redis.call('HDEL', tokens, ARGV[i])
      released = released + redis.call('ZREM', held, ARGV[i])
    end
  end
  return released
end
return redis.error_reply('unknown operation')
`);
