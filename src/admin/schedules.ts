import { randomUUID } from 'node:crypto'
import { AppError } from '../lib/errors.ts'
import { plain } from '../lib/quoting.ts'
import { isZone, nextOf, ruleFault, timesOf } from '../lib/recurrence.ts'
import { ruleOf } from '../lib/recurrence-words.ts'
import { orderKey } from '../model/key.ts'
import type { TimerTask } from '../model/timer.ts'
import type { Store } from '../store/index.ts'
import type { TimerRow } from '../store/timers.ts'
import type { Actor } from './actor.ts'
import type { Audit } from './audit.ts'
import { change } from './change.ts'
import { schedules as words } from './commands/words/index.ts'
import * as sentences from './sentences.ts'

/** What is asked, and when: five fields of cron by the clock of a zone. */
export interface WantedSchedule {
  rule: string
  zone: string
  text: string
}

/** What is to be different, in people's words or in cron's. */
export interface ScheduleChange {
  time?: string | undefined
  zone?: string | undefined
  text?: string | undefined
}

/** Whose it is, and where it is answered, as a timer keeps it. */
export interface ScheduleAsker {
  uid: string
  platform: string
  installation: string
  context: object
}

/** What an agent is asked again and again, in an account. */
export interface Schedules {
  list(agent: string, account: string): Promise<TimerRow[]>
  /** Undefined: there is none of this id. */
  find(agent: string, account: string, id: string): Promise<TimerRow | undefined>
  /** When somebody wants it, in their words or in cron's. 400 `invalid_value`. */
  readTime(given: { time: string; zone: string }): Pick<WantedSchedule, 'rule' | 'zone'>
  /** What somebody wants, in their words or in cron's. 400 `invalid_value`. */
  read(given: { time: string; zone: string; text: string }): WantedSchedule
  /** When it would come, three times at most: to be looked at before it is kept. */
  times(wanted: Pick<WantedSchedule, 'rule' | 'zone'>): number[]
  /** Tells when it comes first. 400 `invalid_value` where there are too many. `id`: a new one, which the conversation is called after. */
  add(agent: string, id: string, wanted: WantedSchedule, asker: ScheduleAsker, by: Actor): Promise<number>
  /** What is not given stays. 400 `invalid_value`; 409 `changed_since` where it went off, or somebody did something to it, meanwhile. */
  edit(agent: string, row: TimerRow, given: ScheduleChange, by: Actor): Promise<void>
  /** Has it come now, besides when it comes by itself, and however that is paused. */
  run(agent: string, row: TimerRow, by: Actor): Promise<void>
  /** Holds it back, or lets it go on where it was held back. 409 `changed_since` where somebody else did something to it meanwhile. */
  hold(agent: string, row: TimerRow, isHeld: boolean, by: Actor): Promise<void>
  remove(agent: string, row: TimerRow, by: Actor): Promise<void>
}

export interface SchedulesParts {
  store: Store
  audit: Audit
  /** Something goes off now. */
  wakeTimers?: (() => Promise<void>) | undefined
  now: () => number
}

/** Of one agent, for one account. */
const most = 50
const shownTimes = 3
/** Characters of what is asked. */
export const longestSchedule = 2000
export const scheduleConversation = (id: string): string => `schedule:${id}`

export function createSchedules({ store, audit, wakeTimers, now }: SchedulesParts): Schedules {
  const { timers } = store

  function readTime({ time, zone }: { time: string; zone: string }): Pick<WantedSchedule, 'rule' | 'zone'> {
    if (!isZone(zone)) throw new AppError('invalid_value', words.noZone(plain(zone, 60)))
    const rule = ruleOf(time)
    const fault = rule === undefined ? 'unreadable' : ruleFault(rule, now())
    if (rule === undefined || fault) throw new AppError('invalid_value', words.fault[fault ?? 'unreadable'])
    return { rule, zone }
  }

  function readText(given: string): string {
    const text = given.trim()
    if (text === '' || text.length > longestSchedule)
      throw new AppError('invalid_value', words.tooLong(longestSchedule))
    return text
  }

  return {
    list: (agent, account) => timers.schedules(agent, account),

    async find(agent, account, id) {
      return (await timers.schedules(agent, account)).find((one) => one.id === id)
    },

    readTime,

    read: ({ time, zone, text }) => ({ ...readTime({ time, zone }), text: readText(text) }),

    times: ({ rule, zone }) => timesOf(rule, zone, now(), shownTimes),

    async add(agent, id, { rule, zone, text }, { uid, platform, installation, context }, by) {
      const { account } = by
      const due = nextOf(rule, zone, now())
      if (due === undefined) throw new AppError('invalid_value', words.fault.never)
      if ((await timers.schedules(agent, account)).length >= most) {
        throw new AppError('invalid_value', words.tooMany(most))
      }
      const step = timers.addStep({
        ...{ id, conversation: scheduleConversation(id), due, zone, rule },
        key: orderKey(account, agent, await store.personLinks.personOf(account, uid)),
        task: { kind: 'ask', text },
        server: `${platform} ${installation}`,
        context: JSON.stringify(context),
      })
      await change(audit, by, { action: 'schedule.add', agent, summary: `${id}: ${rule} (${zone})` }, [step])
      return due
    },

    async edit(agent, row, { time = row.rule ?? '', zone: inZone = row.zone, text }, by) {
      const { rule, zone } = readTime({ time, zone: inZone })
      const due = rule === row.rule && zone === row.zone ? row.due : nextOf(rule, zone, now())
      if (due === undefined) throw new AppError('invalid_value', words.fault.never)
      const before: TimerTask = JSON.parse(row.task)
      const task: TimerTask = text === undefined ? before : { kind: 'ask', text: readText(text) }
      const step = timers.changeStep(row, { rule, zone, due, task })
      await change(audit, by, { action: 'schedule.edit', agent, summary: `${row.id}: ${rule} (${zone})` }, [step])
      await wakeTimers?.()
    },

    async run(agent, { id, key, conversation, zone, task, context, server }, by) {
      const step = timers.addStep({
        ...{ id: `${id}-${by.nonce ?? randomUUID()}`, key, conversation, zone, context, server },
        ...{ due: now(), task: JSON.parse(task) as TimerTask },
      })
      await change(audit, by, { action: 'schedule.run', agent, summary: id }, [step])
      await wakeTimers?.()
    },

    async hold(agent, row, isHeld, by) {
      if (isHeld === (row.state === 'paused')) return
      if (isHeld) {
        const entry = { action: 'schedule.pause', agent, summary: row.id }
        return change(audit, by, entry, [timers.pauseStep(row.id)])
      }
      const due = row.rule === null ? undefined : nextOf(row.rule, row.zone, now())
      // Its rule names no day that is still to come.
      if (due === undefined) throw sentences.changedSince()
      return change(audit, by, { action: 'schedule.resume', agent, summary: row.id }, [timers.resumeStep(row, due)])
    },

    remove: (agent, row, by) =>
      change(audit, by, { action: 'schedule.remove', agent, summary: row.id }, [timers.removeStep(row.id)]),
  }
}
