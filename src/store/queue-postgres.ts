import { randomUUID } from 'node:crypto'
import type { Log } from '../lib/log.ts'
import { createOneAtATime } from '../lib/one-at-a-time.ts'
import { createOutage } from '../lib/outage.ts'
import { within } from '../lib/within.ts'
import type { Queue, WorkOptions } from '../ports/queue.ts'
import type { Database } from './database.ts'
import { ringRows } from './rings.ts'

export interface PostgresQueueParts {
  db: Database
  log: Log
  now: () => number
}

/** A key that is drained here. Twice only when others took this process for dead: then one after the other. */
interface Run {
  readonly key: string
  ended: Promise<void>
}

/** Who rings waits no longer: what is not rung is rung by the sweeper. */
const ringWithinMs = 1000
/** Says that this process lives, and looks for rings of the dead and for those whose time has come. */
const beatEveryMs = 1000
const takeAtOnce = 64
/** Beats. */
const unsureEvery = 5

/**
 * Rings in PostgreSQL, for several processes. A key of a process that was killed is drained by another within 9 s. The database
 * may go and come back: what was rung meanwhile is rung again by the sweeper. When a process is stopped for long, two may drain a
 * key at once; the lease decides.
 */
export function createPostgresQueue({ db, log, now }: PostgresQueueParts): Queue {
  const me = randomUUID()
  const rings = ringRows(db)
  const outage = createOutage(log, {
    away: 'the database cannot be asked for what is to be done: answers wait until it can',
    back: 'the database can be asked for what is to be done again',
  })
  const inOrder = createOneAtATime()
  const running = new Set<Run>()
  let worker: { drain: (key: string) => Promise<void>; options: WorkOptions } | undefined
  let closed = false
  let taking: Promise<void> | undefined
  let takesAgain = false
  let telling: Promise<void> | undefined
  /** Keys may be ours of which we do not know: a take got no answer, and may be done long after that. */
  let unsure = false
  let beats = 0
  let beating: NodeJS.Timeout | undefined
  const alarms = new Set<NodeJS.Timeout>()
  let unhear = () => {}

  const room = () => (worker ? worker.options.concurrency - running.size : 0)

  async function ring(key: string, notBefore = 0): Promise<void> {
    if (closed) return
    const wait = Math.max(0, notBefore - now())
    try {
      // Whoever has room takes it without being told.
      const rung = wait > 0 || room() > 0 ? rings.ring(key, wait, false) : ringTelling(key)
      await within(ringWithinMs, rung, () => new Error('no answer'))
      outage.ended()
      if (room() > 0) takeIn(wait)
    } catch (error) {
      outage.began((error as Error).message)
    }
  }

  /** Transactions that tell wait for each other, and everybody looks: one tells for all that were rung meanwhile. */
  async function ringTelling(key: string): Promise<void> {
    if (!telling) return tellBy(rings.ring(key, 0, true))
    await rings.ring(key, 0, false)
    // What is under way may have told before this was rung.
    void Promise.resolve(telling).then(tellLate, tellLate)
  }

  function tellLate(): void {
    if (!telling) tellBy(db.tell('rings', '')).catch((error: Error) => outage.began(error.message))
  }

  function tellBy(told: Promise<void>): Promise<void> {
    telling = told.finally(() => {
      telling = undefined
    })
    return telling
  }

  function takeIn(ms: number): void {
    if (ms <= 0 || closed) return takeSoon()
    const alarm = setTimeout(() => {
      alarms.delete(alarm)
      takeSoon()
    }, ms)
    alarms.add(alarm)
  }

  function takeSoon(): void {
    takesAgain = true
    if (closed || room() <= 0) return
    taking ??= take().finally(() => {
      taking = undefined
      if (takesAgain) takeSoon()
    })
  }

  async function take(): Promise<void> {
    while (takesAgain && !closed && room() > 0) {
      takesAgain = false
      const most = Math.min(room(), takeAtOnce)
      try {
        if (unsure) await giveBackUnknown()
        const keys = await rings.take(me, most)
        for (const key of keys) start(key)
        if (keys.length === most) takesAgain = true
      } catch (error) {
        unsure = true
        outage.began((error as Error).message)
      }
    }
  }

  /** Never beside a take, whose keys would be given back too. */
  async function giveBackUnknown(): Promise<void> {
    await rings.giveBackBut(
      me,
      Array.from(running, ({ key }) => key),
    )
    unsure = false
  }

  function start(key: string): void {
    const one: Run = { key, ended: Promise.resolve() }
    running.add(one)
    one.ended = run(one)
  }

  async function run(one: Run): Promise<void> {
    const { key } = one
    const { drain, options } = worker!
    let failed = false
    try {
      await inOrder(key, async () => {
        if (!closed) await drain(key)
      })
    } catch (error) {
      failed = true
      options.onError(key, error)
    }
    await settle(key, failed ? options.retryMs : undefined)
    const wasFull = room() === 0
    running.delete(one)
    if (wasFull) takeSoon()
  }

  /** What is ours and not settled nobody else drains. */
  async function settle(key: string, retryMs: number | undefined): Promise<void> {
    for (;;) {
      try {
        if (retryMs !== undefined) takeIn(await rings.failed(me, key, retryMs))
        else if (closed) await rings.giveBack(me, key)
        else if (await rings.done(me, key)) takeSoon()
        return
      } catch (error) {
        outage.began((error as Error).message)
      }
      // Whoever finds this process dead takes it up.
      if (closed) return
      await new Promise((resolve) => setTimeout(resolve, beatEveryMs))
    }
  }

  async function beat(): Promise<void> {
    try {
      await rings.beat(me)
      outage.ended()
      if (++beats % unsureEvery === 0) unsure = true
      takeSoon()
    } catch (error) {
      outage.began((error as Error).message)
    }
    if (!closed) beating = setTimeout(() => void beat(), beatEveryMs)
  }

  return {
    ring,
    work(drain, options) {
      worker = { drain, options }
      unhear = db.hear('rings', takeSoon)
      void beat()
    },
    async close() {
      closed = true
      unhear()
      clearTimeout(beating)
      for (const alarm of alarms) clearTimeout(alarm)
      await taking
      while (running.size > 0) await Promise.all(Array.from(running, ({ ended }) => ended))
      if (worker) await rings.leave(me).catch(() => {})
    },
  }
}
