import { sleep } from '../lib/clock.ts'
import { LatestMap } from '../lib/latest.ts'
import type { Activity, Channel } from '../ports/channel.ts'
import type { Store } from '../store/index.ts'
import { pauseOfKey } from '../turns/gate.ts'
import { LeaseLost } from '../turns/lease.ts'
import type { ShownTurn } from '../turns/show.ts'
import { type Board, createBoards, type Sign } from './board.ts'
import type { ChannelOf, ChatContext } from './context.ts'
import { createWaitingMark, type WaitingMark } from './marks.ts'

/** Quick answers need no "is thinking…". */
const afterMs = 250
const callMs = 10_000
/** While the database cannot say whether the lease is still held. */
const askAgainMs = 500
/** How long the end of a turn waits for it to be told. */
const endMs = 1000
/** How soon it is seen what became of a message that another process answers, or that waits for an earlier one. */
const lookEveryMs = 1000
/** Whoever has waited for so long is not told any more that it will not take long. */
const longestMs = 600_000
/** Messages that wait at once and are looked at. Those beyond are told of when their turn comes. */
const most = 10_000

export interface ActivitiesParts {
  store: Store
  channelOf: ChannelOf
  /** Aborted when the process ends. */
  signal: AbortSignal
}

/** A message that is kept, and that no turn of this process has begun with. */
interface Received {
  readonly since: number
  readonly sign: Sign
  readonly board: Board
  readonly mark: WaitingMark
  readonly timer: NodeJS.Timeout | undefined
  /** It was looked at: from then on it is looked at with the others. */
  isLate: boolean
}

type ActivityPlace = Pick<ChatContext, 'platform' | 'installation' | 'replyTo' | 'language' | 'asked'>

/** What a turn says of what it does. */
export interface TurnActivity {
  set(what: Activity): void
  /** Resolves when its end is told, or after a moment: until the turn is settled, somebody else tells it where this process dies. */
  end(): Promise<void>
}

export type Activities = ReturnType<typeof createActivities>

/**
 * "is thinking…", for whatever takes a moment: from when a message is kept, through the wait for its turn, to the end of its
 * answer. The process that received it says so until a turn begins, here or elsewhere; then the turn does. Without its lease
 * nothing is told: somebody else goes on, ends what this one has told, and says what they do.
 */
export function createActivities({ store, channelOf, signal }: ActivitiesParts) {
  const boardAt = createBoards()
  /** By the event that brought them. */
  const received = new Map<string, Received>()
  /** Of which nothing stands any more that was told here, though no turn has begun. */
  const dropped = new LatestMap<string, true>(most)
  let ticking: NodeJS.Timeout | undefined
  /** To be looked at next. */
  const due = new Set<string>()
  let isLooking = false

  function drop(eventId: string, { board, sign, mark }: Received): void {
    received.delete(eventId)
    dropped.set(eventId, true)
    void mark.end()
    void board.remove(sign)
  }

  async function look(ids: readonly string[]): Promise<void> {
    const rows = new Map((await store.inbox.waiting(ids)).map((row) => [row.event_id, row]))
    for (const id of ids) {
      const row = rows.get(id)
      const isPaused = row && (await pauseOfKey(store, row.key))
      const one = received.get(id)
      // A turn has begun with it meanwhile.
      if (!one) continue
      const isOver = !row || row.shown || isPaused || performance.now() - one.since > longestMs
      // What a turn elsewhere does is said there; what was told here is taken back when that is known to be over.
      if (isOver || (row.begun && one.sign.what === 'idle')) drop(id, one)
      else if (!row.begun) show(id, one, row.behind ? 'waiting' : 'received')
    }
  }

  function show(id: string, { sign, board, mark }: Received, what: Activity): void {
    mark.show()
    if (sign.what === what) return
    const isFirst = sign.what === 'idle'
    sign.what = what
    const told = board.changed(sign)
    // Its answer may have come while this was on its way.
    if (isFirst) void told.then(() => lookAt([id]))
  }

  function lookAt(ids: Iterable<string>): void {
    for (const id of ids) due.add(id)
    if (!isLooking) void lookAtAll()
  }

  /** Together what came together. */
  async function lookAtAll(): Promise<void> {
    isLooking = true
    while (due.size > 0 && !signal.aborted) {
      const ids = [...due]
      due.clear()
      // What cannot be seen now is seen the next time.
      await look(ids).catch(() => {})
    }
    isLooking = false
  }

  function tick(): void {
    lookAt([...received].flatMap(([id, one]) => (one.isLate ? [id] : [])))
    if (received.size > 0 && !signal.aborted) return
    clearInterval(ticking)
    ticking = undefined
  }

  function late(id: string, one: Received): void {
    one.isLate = true
    ticking ??= setInterval(tick, lookEveryMs).unref()
    lookAt([id])
  }

  /**
   * A turn has lost its lease. What this process told may have come later than whoever went on has ended it: a process that was
   * stopped in the middle of a call makes it when it goes on. So it is taken back once the message is over.
   */
  function lost(id: string, channel: Channel, where: ActivityPlace, { sign, mark }: Pick<Received, 'sign' | 'mark'>) {
    if (sign.what === 'idle' || signal.aborted || received.has(id)) return
    sign.mayTell = async () => signal.throwIfAborted()
    const board = boardAt(channel, where.replyTo)
    board.add(sign)
    board.unsure()
    const one: Received = { since: performance.now(), sign, board, mark, timer: undefined, isLate: true }
    received.set(id, one)
    late(id, one)
  }

  return {
    /** A message is kept. Nothing waits for it, and nothing is told before a moment is over. */
    received(eventId: string, key: string, where: ActivityPlace): void {
      const channel = channelOf(where)
      if (!channel?.activity || received.size >= most || received.has(eventId)) return
      const sign: Sign = { what: 'idle', language: where.language, mayTell: async () => signal.throwIfAborted() }
      const board = boardAt(channel, where.replyTo)
      board.add(sign)
      const timer = setTimeout(() => late(eventId, one), afterMs).unref()
      const mark = createWaitingMark(store, channel, { key, event: eventId, where })
      const one: Received = { since: performance.now(), sign, board, mark, timer, isLate: false }
      received.set(eventId, one)
    },

    /** A turn begins with it, and goes on with what was told of it. */
    begun(
      channel: Channel,
      where: ActivityPlace,
      { event, lease, again }: Pick<ShownTurn, 'event' | 'lease' | 'again'>,
    ) {
      const known = received.get(event.id)
      received.delete(event.id)
      clearTimeout(known?.timer)
      const board = known?.board ?? boardAt(channel, where.replyTo)
      const sign: Sign = known?.sign ?? { what: 'idle', language: where.language, mayTell: async () => {} }
      sign.mayTell = (what) => (what === 'idle' ? sure(lease) : lease.ensure())
      const waiting = { key: lease.key, event: event.id, where }
      const mark = known?.mark ?? createWaitingMark(store, channel, waiting)
      if (!known) board.add(sign)
      // Another process may have told that it was received, and died.
      const isOfOthers = !known && !dropped.has(event.id) && event.ageMs > afterMs
      if (again || isOfOthers) {
        board.unsure()
        mark.unsure()
      }
      if (again) void board.changed(sign)
      const goneMs = known && !known.isLate ? performance.now() - known.since : 0
      return turnActivity(board, { sign, mark }, goneMs, {
        ending: () => channel.ended?.(where.replyTo),
        ended: () => lease.signal.aborted && lost(event.id, channel, where, { sign, mark }),
      })
    },
  }
}

/** Of what nobody waits for nothing is told while it goes on. */
export const untold: Pick<Activities, 'begun'> = { begun: () => ({ set() {}, end: async () => {} }) }

/** `goneMs`: how long it has taken by now. */
function turnActivity(
  board: Board,
  { sign, mark }: Pick<Received, 'sign' | 'mark'>,
  goneMs: number,
  on: { ending(): void; ended(): void },
): TurnActivity {
  let wanted: Activity = 'thinking'
  let isDue = false
  let ended: Promise<void> | undefined

  function tell(): void {
    if (!isDue || ended || sign.what === wanted) return
    sign.what = wanted
    void board.changed(sign)
  }

  const timer = setTimeout(
    () => {
      isDue = true
      if (!ended) mark.show()
      tell()
    },
    Math.max(0, afterMs - goneMs),
  ).unref()

  return {
    set(what) {
      wanted = what
      tell()
    },
    end() {
      clearTimeout(timer)
      if (ended) return ended
      on.ending()
      const told = board.remove(sign)
      void told?.then(on.ended)
      ended = briefly(bothOf(told, mark.end()))
      return ended
    },
  }
}

const bothOf = (one: Promise<void> | undefined, other: Promise<void> | undefined): Promise<void> | undefined =>
  one && other ? Promise.all([one, other]).then(() => {}) : (one ?? other)

async function briefly(told: Promise<void> | undefined): Promise<void> {
  if (!told) return
  const over = new AbortController()
  await Promise.race([told, sleep(endMs, over.signal).catch(() => {})])
  over.abort()
}

/** What was told is taken back also where the database is away for a moment: nobody else may have to go on. */
async function sure(lease: ShownTurn['lease']): Promise<void> {
  const until = performance.now() + callMs
  for (;;) {
    try {
      return await lease.ensure()
    } catch (error) {
      if (error instanceof LeaseLost || performance.now() > until) throw error
      await sleep(askAgainMs)
    }
  }
}
