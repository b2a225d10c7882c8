import type { Log } from '../lib/log.ts'
import { createOneAtATime } from '../lib/one-at-a-time.ts'
import { catchUp, nextOf, wallTime } from '../lib/recurrence.ts'
import { readOrderKey } from '../model/key.ts'
import type { Fired, TimerTask } from '../model/timer.ts'
import type { Queue } from '../ports/queue.ts'
import type { NewRow } from '../store/inbox.ts'
import type { Store } from '../store/index.ts'
import type { Step } from '../store/statement.ts'
import type { TimerRow } from '../store/timers.ts'
import { isUnavailable } from '../store/unavailable.ts'
import { pauseOfKey } from './gate.ts'

/** What the queue is rung with when a timer may be due. No order key reads so: an agent's id holds no colon. */
export const timersKey = 'timer:'

/** What is further off than this is left to the next look: no clock of a machine is trusted for longer, nor one sleep. */
const aheadMs = 60_000
const lookEveryMs = 30_000
/** Read at once. */
const batch = 100
/**
 * Of one account: more than so many wait for their turns no longer in the inbox than the platforms take, so that whoever writes meanwhile
 * is not behind them.
 */
const mostOpen = 500
const againMs = 250
/** A reminder that comes later than this says so. */
const punctualMs = 5 * 60_000

/**
 * What the door makes of a timer that has gone off: the row that is run as a message is. Undefined: nobody is there any more. `later`: whether
 * anybody is has yet to be decided.
 */
export type OpenFired = (
  timer: TimerRow,
  fired: Fired,
) => Promise<{ row: NewRow; steps: readonly Step[] } | 'later' | undefined>

export interface TimersParts {
  store: Store
  queue: Pick<Queue, 'ring'>
  open: OpenFired
  log: Log
  now: () => number
}

export interface Timers {
  /** Called with when a timer is due that was set: whoever waits for one nearer than the next look is woken then. */
  set(due: number): void
  /** Lets go off what is due: for the queue, which may call it in several processes. */
  fire(): Promise<void>
  /** Looks now: something may go off again. */
  wake(): Promise<void>
  /** Looks now and then, so that no lost ring loses a timer. */
  start(): Promise<{ stop(): void }>
}

export function createTimers({ store, queue, open, log, now }: TimersParts): Timers {
  const inLine = createOneAtATime()

  const ringAt = (due: number) => queue.ring(timersKey, due)

  async function look(): Promise<void> {
    const next = await store.timers.next()
    if (next !== undefined && next - now() <= aheadMs) await ringAt(next)
  }

  /** How many have gone off of each account and wait for their turns; what a pause holds back is in nobody's way. */
  async function openOf(): Promise<Map<string, number>> {
    const open = new Map<string, number>()
    for (const { key, n } of await store.inbox.openFired()) {
      const { account } = readOrderKey(key)
      if (!(await pauseOfKey(store, key))) open.set(account, (open.get(account) ?? 0) + n)
    }
    return open
  }

  /** Those that are due, a batch at a time, and of no account more than can be answered soon. False: more are to follow. */
  async function fireAll(): Promise<boolean> {
    let isAll = true
    for (let after: TimerRow | undefined; ; ) {
      const open = await openOf()
      const hasRoom = ({ key }: TimerRow): boolean => {
        const { account } = readOrderKey(key)
        const n = open.get(account) ?? 0
        open.set(account, n + 1)
        return n < mostOpen
      }
      const rows = await store.timers.due(after, batch)
      const going = rows.filter(hasRoom)
      isAll &&= going.length === rows.length
      const keys = await Promise.all(going.map(fireOne))
      for (const key of new Set(keys)) if (key !== undefined) await queue.ring(key)
      after = rows.at(-1)
      if (!after) return isAll
    }
  }

  /** The key that is to be drained then. One that cannot be read is put away, so that it holds up no other. */
  async function fireOne(timer: TimerRow): Promise<string | undefined> {
    try {
      if (await pauseOfKey(store, timer.key)) return undefined
      return await goOff(timer)
    } catch (err) {
      if (isUnavailable(err)) throw err
      log.error({ err, timer: timer.id }, 'a timer could not go off; it is tried again')
      return undefined
    }
  }

  async function goOff(timer: TimerRow): Promise<string | undefined> {
    const moved = movedBy(timer, now())
    if (moved !== undefined) {
      await store.db.batch([store.timers.moveStep(timer, moved)])
      return undefined
    }
    const { fire, missed, next } = dueNow(timer, now())
    const forward = next === undefined ? store.timers.endStep(timer) : store.timers.moveStep(timer, next)
    const isThere = (await store.agents.live(readOrderKey(timer.key).agent)) !== undefined
    const opened = isThere && fire !== undefined && (await open(timer, firedOf(timer, { fire, missed }, now())))
    if (opened === 'later') return undefined
    if (!opened) {
      const isOver = !isThere || (fire !== undefined && timer.rule === null)
      await store.db.batch([isOver ? store.timers.endStep(timer) : forward])
      return undefined
    }
    const { row, steps } = opened
    if (await store.db.batch([forward, store.inbox.addStep(row), ...steps])) return timer.key
    // Void because of a budget of the day: it is over, or comes again.
    await store.db.batch([forward])
    return undefined
  }

  const wake = () => ringAt(now())

  return {
    wake,
    set(due) {
      if (due - now() <= aheadMs) void ringAt(due)
    },
    fire: () =>
      inLine('fire', async () => {
        const isDone = await fireAll()
        if (isDone) await look()
        else await ringAt(now() + againMs)
      }),
    async start() {
      await wake()
      const timer = setInterval(() => void wake(), lookEveryMs).unref()
      return { stop: () => clearInterval(timer) }
    },
  }
}

/** When it comes, where its zone has changed its clocks otherwise than was known: the time on the wall is what was meant. */
function movedBy({ due, zone, wall, rule }: TimerRow, now: number): number | undefined {
  if (rule === null || wallTime(due, zone) === wall) return undefined
  const next = nextOf(rule, zone, Math.min(due, now) - 1)
  return next === undefined || next <= now ? undefined : next
}

function dueNow({ rule, zone, due, kind }: TimerRow, now: number) {
  if (rule === null) return { fire: due, missed: 0, next: undefined }
  const { fire, missed, next } = catchUp(rule, zone, due, now)
  // What is looked at again and again is looked at at once and once, however often and however long ago that was missed.
  return kind === 'watch' ? { fire: due, missed: 0, next } : { fire, missed, next }
}

function firedOf(
  { task, zone, kind, rule, due }: TimerRow,
  { fire, missed }: { fire: number; missed: number },
  now: number,
): Fired {
  const what: TimerTask = JSON.parse(task)
  const isLate = now - fire > punctualMs
  return {
    task: what,
    due: fire,
    zone,
    ...(isLate && (kind === 'reminder' || (rule !== null && due === fire)) && { isLate: true }),
    ...(missed > 0 && { missed }),
  }
}
