// Members are slots, scores the moment they lapse by the clock of Redis. Each call, in the order in which they came, gets a slot
// of each of its limits or of none; answers for each 0, or which of its limits was full.
export const enterScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local counts, taken, answers = {}, {}, {}
for i = 1, #KEYS do
  redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', now)
  counts[i] = redis.call('ZCARD', KEYS[i])
  taken[i] = {}
end
for _, call in ipairs(cjson.decode(ARGV[2])) do
  local full = 0
  for i, limit in ipairs(call.limits) do
    if full == 0 and counts[limit[1]] >= limit[2] then full = i end
  end
  for _, limit in ipairs(full == 0 and call.limits or {}) do
    counts[limit[1]] = counts[limit[1]] + 1
    table.insert(taken[limit[1]], now + ARGV[1])
    table.insert(taken[limit[1]], call.id)
  end
  table.insert(answers, full)
end
for i = 1, #KEYS do
  if #taken[i] > 0 then
    redis.call('ZADD', KEYS[i], unpack(taken[i]))
    redis.call('PEXPIRE', KEYS[i], ARGV[1])
  end
end
return answers`;

// Without looking whether they are still there: a Redis that was emptied learns again which slots are taken.
export const renewScript = `
local time = redis.call('TIME')
local lapsesAt = time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[1]
for i = 1, #KEYS do
  redis.call('ZADD', KEYS[i], lapsesAt, ARGV[i + 1])
  redis.call('PEXPIRE', KEYS[i], ARGV[1])
end`;
