import { randomBytes } from 'node:crypto'
import type { Budget, BudgetGrant, Scope } from '../../ports/budget.ts'
import { counted, leaky, seemsLeaky, shapeOf } from '../budget-shape.ts'
import type { Link } from './link.ts'
import type { ScopeWords, ScriptReply, ScriptRequest, ScriptStep } from './script.ts'
import { createSeen } from './seen.ts'

/** More than so many are not asked in one go: Redis answers nobody else meanwhile. */
const mostAtOnce = 100
/** When Redis cannot be asked. */
const awayMs = 1000
/** What was seen longer ago is looked at anew when it is wanted. */
const freshMs = 1000

type Wish =
  | {
      do: 'take'
      scopes: readonly Scope[]
      urgent: boolean
      keep: readonly number[]
      answer: (answer: BudgetGrant) => void
    }
  | { do: 'freeze'; scope: Scope }
  | { do: 'learn'; scope: Scope; left: Parameters<Budget['learn']>[1] }
  | { do: 'look'; scope: Scope }

/**
 * Whatever is wanted in one turn of the event loop goes to Redis together, in its order, and its answers tell how every scope of
 * them stands. Times cross only as durations, so neither this process's clock nor the server's need be right.
 */
export function createSharedBudget(parts: {
  link: Link
  prefix: string
  now: () => number
}): Budget & { close(): void } {
  const { link, prefix, now } = parts
  const me = randomBytes(6).toString('base64url')
  const seen = createSeen()
  let wishes: Wish[] = []
  /** Scopes that will be seen with what is on its way. */
  const looking = new Set<string>()
  let begunWith = 0
  let heardAt = Number.NEGATIVE_INFINITY
  let isClosed = false

  function time(): number {
    const time = now()
    seen.tick(time)
    return time
  }

  function want(wish: Wish): void {
    if (wishes.push(wish) === 1) setImmediate(send)
  }

  function send(): void {
    const all = wishes
    wishes = []
    for (let from = 0; from < all.length; from += mostAtOnce) void trip(all.slice(from, from + mostAtOnce))
  }

  async function trip(part: Wish[]): Promise<void> {
    try {
      const connection = await link.connected()
      const { keys, request, named } = wordsOf(part, connection !== begunWith)
      const reply: ScriptReply = JSON.parse(await link.call(keys, JSON.stringify(request)))
      begunWith = connection
      hear(reply, named)
      const [waits, short] = [listOf(reply.waits), listOf(reply.short)]
      const at = time()
      let n = 0
      for (const wish of part) {
        if (wish.do !== 'take') continue
        const wait = waits[n]!
        wish.answer(wait === 0 ? 'ok' : { retryAt: at + wait, short: named[short[n]!]! })
        n++
      }
    } catch {
      failed(part)
    } finally {
      for (const wish of part) if (wish.do === 'look') looking.delete(wish.scope.key)
    }
  }

  function wordsOf(part: Wish[], begins: boolean) {
    const at = time()
    const scopes: ScopeWords[] = []
    const named: Scope[] = []
    const places = new Map<string, number>()
    const placeOf = (scope: Scope): number => {
      const known = places.get(scope.key)
      if (known !== undefined && scopes[known]![0] === limitOf(scope) && scopes[known]![1] === scope.windowMs)
        return known
      const { capacity, nominalRate } = shapeOf(scope)
      const place = scopes.push([limitOf(scope), scope.windowMs, capacity, nominalRate, scope.told ? 1 : 0]) - 1
      named.push(scope)
      places.set(scope.key, place)
      return place
    }
    const steps: ScriptStep[] = []
    for (const wish of part) {
      if (wish.do === 'take') {
        steps.push(['take', wish.urgent ? 1 : 0, wish.scopes.map(placeOf), [...wish.keep]])
      } else if (wish.do === 'freeze') {
        const until = seen.frozenUntil(wish.scope.key)
        if (until > at) steps.push(['freeze', placeOf(wish.scope), until - at])
      } else if (wish.do === 'learn') {
        const { limit, remaining, resetAt } = wish.left
        if (resetAt > at) {
          const shape = newShapeOf(wish.scope, wish.left, resetAt - at)
          steps.push(['learn', placeOf(wish.scope), limit, remaining, resetAt - at, shape])
        }
      } else {
        placeOf(wish.scope)
      }
    }
    const request: ScriptRequest = { me, begins: begins ? 1 : 0, scopes, steps }
    const keys = [`{${prefix}}:since`, `{${prefix}}:frozen`, ...named.map(({ key }) => keyOf(key))]
    return { keys, request, named }
  }

  const keyOf = (name: string) => `{${prefix}}:of:${name}`
  const nameOf = (key: string) => key.slice(keyOf('').length)

  function hear(reply: ScriptReply, named: readonly Scope[]): void {
    const at = time()
    heardAt = at
    for (const [n, [tokens, ratePerMs, frozenForMs]] of listOf(reply.levels).entries()) {
      seen.see(named[n]!.key, { tokens, ratePerMs, at, frozenUntil: frozenForMs > 0 ? at + frozenForMs : 0 })
    }
    for (const [key, forMs] of listOf(reply.frozen)) seen.freeze(nameOf(key), at + forMs)
  }

  function failed(part: Wish[]): void {
    const retryAt = time() + awayMs
    for (const wish of part) {
      if (wish.do === 'take') wish.answer({ retryAt })
      // The others must hear of it all the same; twice does no harm.
      else if (wish.do === 'freeze' && !isClosed) setTimeout(() => resume(wish), awayMs).unref()
    }
  }

  function resume(wish: Wish & { do: 'freeze' }): void {
    if (!isClosed && seen.frozenUntil(wish.scope.key) > time()) want(wish)
  }

  function look(scope: Scope): void {
    if (isClosed || looking.has(scope.key)) return
    looking.add(scope.key)
    want({ do: 'look', scope })
  }

  return {
    async tryTake(scopes, urgency, keep = []) {
      const at = time()
      const frozen = scopes.map((short) => ({ retryAt: seen.frozenUntil(short.key), short }))
      const longest = frozen.reduce((x, y) => (y.retryAt > x.retryAt ? y : x), { retryAt: at })
      if (longest.retryAt > at) return longest
      const limited = scopes.filter(({ limit }) => limit !== Infinity)
      // Also after the clock was set back.
      if (limited.length < scopes.length && Math.abs(at - heardAt) > freshMs)
        look(scopes.find(({ limit }) => limit === Infinity)!)
      if (limited.length === 0) return 'ok'
      if (isClosed) return { retryAt: at + awayMs }
      const kept = limited.length === scopes.length ? keep : keep.filter((_, n) => scopes[n]?.limit !== Infinity)
      return new Promise((answer) =>
        want({ do: 'take', scopes: limited, urgent: urgency === 'urgent', keep: kept, answer }),
      )
    },

    freeze(scope, until) {
      if (isClosed || until <= time()) return
      seen.freeze(scope.key, until)
      want({ do: 'freeze', scope })
    },

    learn(scope, left) {
      // What speaks of more is about another limit than the one that is kept here.
      if (isClosed || scope.limit === Infinity || left.limit > scope.limit || left.resetAt <= time()) return
      want({ do: 'learn', scope, left })
    },

    level(scope) {
      const at = time()
      if (scope.limit !== Infinity && at - seen.at(scope.key) > freshMs) look(scope)
      return seen.level(scope, at)
    },

    close() {
      isClosed = true
      link.close()
    },
  }
}

const limitOf = ({ limit }: Scope): number | null => (limit === Infinity ? null : limit)

/** Lua writes an empty list as an empty object. */
const listOf = <Item>(list: Item[] | Record<string, never>): Item[] => (Array.isArray(list) ? list : [])

function newShapeOf(
  scope: Scope,
  { limit, remaining }: { limit: number; remaining: number },
  resetInMs: number,
): [number, number] | 0 {
  if (limit !== scope.limit || remaining !== limit - 1) return 0
  const { capacity, nominalRate } = (seemsLeaky(scope, resetInMs) ? leaky : counted)(scope)
  return [capacity, nominalRate]
}
