import { defineScript } from "../redis.ts";

/**
 * Appends events of one installation to the stream that installations share. The number of its last one
 * stands beside the stream and moves in the same step, so each event is in the stream once, whoever
 * relays it and however often it is tried.
 *
 * KEYS: stream, hash installation -> number of its last event
 * ARGV: installation, oldest number it still has, hours that are kept, then (id, at, project, ticket, event, data)…
 * Answers the number of the last event, -1 when the stream knows none of this installation. Events must
 * follow it without a gap, except over those that the installation has no more.
 */
export const feedScript = defineScript(`
local stream, sent = KEYS[1], KEYS[2]
local installation, oldest, hours = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
if redis.call('EXISTS', stream) == 0 then
  -- New, or lost with all that was in it: then what is kept is told again.
  redis.call('DEL', sent)
  for _, group in ipairs({ 'cg:worker', 'cg:orchestrator', 'cg:monitor' }) do
    redis.call('XGROUP', 'CREATE', stream, group, '0', 'MKSTREAM')
  end
end
local last = tonumber(redis.call('HGET', sent, installation) or '-1')
local added = false
for i = 4, #ARGV, 6 do
  local id = tonumber(ARGV[i])
  if id > last then
    if last >= 0 and id ~= last + 1 and id ~= oldest then break end
    redis.call('XADD', stream, '*', 'installation', installation, 'id', ARGV[i], 'at', ARGV[i + 1],
      'project', ARGV[i + 2], 'ticket', ARGV[i + 3], 'event', ARGV[i + 4], 'data', ARGV[i + 5])
    last = id
    added = true
  end
end
if added then
  redis.call('HSET', sent, installation, string.format('%.0f', last))
  local now = redis.call('TIME')
  redis.call('XTRIM', stream, 'MINID', string.format('%.0f', tonumber(now[1]) * 1000 - hours * 3600000))
end
return last
`);
