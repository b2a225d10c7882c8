import { floor, keptMs, lateMs, recovery, slowdown, slowdownKeptMs, soonMs } from '../budget-shape.ts'

/** Of a scope: limit, windowMs, capacity, nominalRate, whether it is told. A limit of null is none. */
export type ScopeWords = [number | null, number, number, number, 0 | 1]

/** What is done, in this order. Scopes are named by their place in `scopes`; all times count from now, in milliseconds. */
export type ScriptStep =
  | ['take', urgent: 0 | 1, scopes: number[], keep: number[]]
  | ['freeze', scope: number, forMs: number]
  | ['learn', scope: number, limit: number, remaining: number, resetInMs: number, newShape: [number, number] | 0]

export interface ScriptRequest {
  /** Names the process. */
  me: string
  /** The first one over this connection. */
  begins: 0 | 1
  scopes: ScopeWords[]
  steps: ScriptStep[]
}

/** Lua writes an empty list as `{}`. */
type List<Item> = Item[] | Record<string, never>

export interface ScriptReply {
  /** For each `take` how long to wait before asking again; 0: it was granted. */
  waits: List<number>
  /** For each `take` the scope that it waits for, by its place; -1: it was granted. */
  short: List<number>
  /** For each scope: what is left for edits of this process, its rate, and for how long it is frozen. */
  levels: List<[tokens: number, ratePerMs: number, frozenForMs: number]>
  /** Scopes without limit that are frozen, and for how long. */
  frozen: List<[key: string, forMs: number]>
}

/** Longer windows begin anew after a loss: they hold hundreds of calls, and the shorter ones beside them slow what follows. */
const longestUnsureMs = 60_000
/** How long what can wait is held back for an urgent call that has yet to come back for the only token there is. */
const heldMs = 100
/** Who has had nothing that could wait for this long shares no more in what is left. */
const activeMs = 10_000

/**
 * The buckets of `createLocalBudget`, in Lua: every name means what it means there. KEYS: the mark, the scopes without limit that
 * are frozen, then each scope's bucket. ARGV: a `Request`. Answers with a `Reply`.
 *
 * The mark says since when, and in which run of the server, everything is remembered. Who connects to another run (it may have
 * lost its last seconds or all) and who finds no mark (it was flushed) sets it anew; buckets that are older are then taken for
 * used up at that time. With N > 1 one call may be made at once: B + ρW + 1 < N + 1, so still no window holds more than N.
 */
export const script = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local request = cjson.decode(ARGV[1])
local scopes = request.scopes
local buckets, changed = {}, {}

local function runOfServer()
  local info = redis.pcall('INFO', 'server')
  return type(info) == 'string' and string.match(info, 'run_id:(%w+)') or 'unknown'
end

local mark = redis.call('GET', KEYS[1])
local since, run = string.match(mark or '', '^(%d+) (%w+)$')
if not since or request.begins == 1 then
  local runs = runOfServer()
  if run ~= runs then
    since = now
    redis.call('SET', KEYS[1], string.format('%d %s', now, runs))
  end
end
-- Never in the future, should the server's clock have been set back.
since = math.min(tonumber(since), now)

local function leaks(b) return b.capacity == b.limit end
local function usableSince(b) return math.max(b.at, b.frozenUntil) end
local function reserve(b) return b.capacity >= 2 and 1 or 0 end

local function refill(b)
  if now < b.at then
    b.frozenUntil = b.frozenUntil - (b.at - now)
    b.heldUntil = 0
  end
  local idle = now - usableSince(b)
  if idle > 0 then b.tokens = math.min(b.capacity, b.tokens + idle * b.rate * b.factor) end
  if b.leftUntil and b.leftUntil <= now then
    b.tokens = math.max(b.tokens, b.capacity)
    b.leftUntil, b.leftCalls = false, false
    b.granted = 0
  end
  if not b.leftUntil and now - b.grantedAt >= b.windowMs then b.granted = 0 end
  b.at = now
end

local function lose(b)
  if now - since >= b.windowMs or b.windowMs > ${longestUnsureMs} then return end
  local before = b.limit >= 2 and 1 or 0
  b.tokens = math.min(b.tokens, before + (now - since) * b.rate * b.factor)
  if b.isTold and not leaks(b) then b.leftCalls, b.leftUntil = 0, since + b.windowMs end
end

local function create(scope)
  return {
    limit = scope[1], windowMs = scope[2], capacity = scope[3], rate = scope[4], isTold = scope[5] == 1,
    factor = 1, tokens = scope[3], at = now, frozenUntil = now, granted = 0, grantedAt = now,
    leftCalls = false, leftUntil = false, toldLimit = scope[1], heldUntil = 0, active = {},
  }
end

local function read(key)
  local packed = redis.call('GET', key)
  if not packed then return nil end
  local b = cmsgpack.unpack(packed)
  local isOlder = b.at < since
  -- The clock was set back: that must be told apart from the next time.
  if now < b.at then changed[key] = b end
  refill(b)
  if isOlder then lose(b) end
  return b
end

local function find(place)
  local key, scope = KEYS[place + 3], scopes[place + 1]
  local b = buckets[key] or read(key)
  if not b then
    b = create(scope)
    lose(b)
  elseif b.limit ~= scope[1] or b.windowMs ~= scope[2] then
    local known = b
    b = create(scope)
    b.factor, b.frozenUntil = known.factor, known.frozenUntil
    b.tokens = math.min(known.tokens, b.capacity)
  end
  buckets[key] = b
  return b, key
end

local function timeOf(b, tokens)
  local missing = tokens - b.tokens
  if missing < 1e-9 then return usableSince(b) end
  return math.ceil(usableSince(b) + missing / (b.rate * b.factor))
end

local function grantableAt(b, isUrgent, keep)
  local kept = isUrgent and 0 or math.max(reserve(b), keep)
  local at = timeOf(b, 1 + math.min(kept, b.capacity - 1))
  if not isUrgent then at = math.max(at, b.heldUntil) end
  if not b.isTold or leaks(b) then return at end
  local calls = b.leftCalls or b.toldLimit - b.granted
  if calls >= 1 + kept then return isUrgent and usableSince(b) or at end
  return math.max(usableSince(b), b.leftUntil or now + (isUrgent and ${soonMs} or ${keptMs}))
end

local function take(urgent, places, keep)
  local isUrgent = urgent == 1
  local retryAt, short = now, -1
  for n, place in ipairs(places) do
    local at = grantableAt(find(place), isUrgent, keep[n] or 0)
    if at > retryAt then retryAt, short = at, place end
  end
  for _, place in ipairs(places) do
    local b, key = find(place)
    if retryAt <= now then
      b.tokens = b.tokens - 1
      b.granted = b.granted + 1
      b.grantedAt = now
      if b.leftUntil then b.leftCalls = b.leftCalls - 1 end
      b.factor = math.min(1, b.factor + ${recovery})
      if isUrgent then b.heldUntil = 0 else b.active[request.me] = now end
      changed[key] = b
    elseif isUrgent and reserve(b) == 0 then
      -- Nothing is kept in reserve here, so whoever comes first after the wait would have it.
      local at = grantableAt(b, true, 0)
      if at > now then
        b.heldUntil = math.max(b.heldUntil, at + ${heldMs})
        changed[key] = b
      end
    end
  end
  return retryAt - now, short
end

local function freeze(place, forMs)
  local untilTime = now + forMs
  if not tonumber(scopes[place + 1][1]) then
    local known = tonumber(redis.call('ZSCORE', KEYS[2], KEYS[place + 3]) or 0)
    redis.call('ZADD', KEYS[2], math.max(known, untilTime), KEYS[place + 3])
    return
  end
  local b, key = find(place)
  if b.frozenUntil <= now then b.factor = math.max(${floor}, b.factor * ${slowdown}) end
  b.tokens = math.min(b.tokens, 1)
  b.frozenUntil = math.max(b.frozenUntil, untilTime)
  changed[key] = b
end

local function learn(place, limit, remaining, resetInMs, newShape)
  local b, key = find(place)
  local resetAt = now + resetInMs
  b.isTold = true
  b.toldLimit = limit
  if newShape ~= 0 then b.capacity, b.rate = newShape[1], newShape[2] end
  if leaks(b) then
    b.tokens = math.min(b.tokens, remaining)
  elseif not b.leftUntil then
    b.leftCalls, b.leftUntil = math.min(remaining, limit - math.max(1, b.granted)), resetAt
  elseif resetAt > b.leftUntil + ${lateMs} then
    b.leftCalls, b.leftUntil = math.min(remaining, limit) - 1, resetAt
  else
    b.leftCalls = math.min(b.leftCalls, remaining)
  end
  changed[key] = b
end

local waits, short = {}, {}
for _, step in ipairs(request.steps) do
  if step[1] == 'take' then waits[#waits + 1], short[#short + 1] = take(step[2], step[3], step[4])
  elseif step[1] == 'freeze' then freeze(step[2], step[3])
  else learn(step[2], step[3], step[4], step[5], step[6]) end
end

for key, b in pairs(changed) do
  for who, at in pairs(b.active) do
    if now - at > ${activeMs} then b.active[who] = nil end
  end
  local idleAt = usableSince(b) + (b.capacity - b.tokens) / (b.rate * b.factor)
  if b.factor < 1 then idleAt = math.max(idleAt, usableSince(b) + ${slowdownKeptMs}) end
  if b.isTold then idleAt = math.max(idleAt, b.leftUntil or 0, b.grantedAt + b.windowMs) end
  redis.call('SET', key, cmsgpack.pack(b), 'PX', math.ceil(math.max(0, idleAt - now)) + 1000)
end

local levels = {}
for n, scope in ipairs(scopes) do
  if tonumber(scope[1]) then
    local b = find(n - 1)
    local sharers = 1
    for who, at in pairs(b.active) do
      if who ~= request.me and now - at <= ${activeMs} then sharers = sharers + 1 end
    end
    local frozenForMs = math.max(0, b.frozenUntil - now)
    local tokens = frozenForMs > 0 and 0 or math.max(0, b.tokens - reserve(b))
    levels[n] = { tokens / sharers, b.rate * b.factor / sharers, frozenForMs }
  else
    levels[n] = { 0, 0, 0 }
  end
end

local frozen = {}
local all = redis.call('ZRANGEBYSCORE', KEYS[2], '(' .. string.format('%.0f', now), '+inf', 'WITHSCORES')
for n = 1, #all, 2 do frozen[#frozen + 1] = { all[n], tonumber(all[n + 1]) - now } end
if #all > 0 then redis.call('PEXPIREAT', KEYS[2], string.format('%.0f', tonumber(all[#all]))) end

return cjson.encode({ waits = waits, short = short, levels = levels, frozen = frozen })
`
