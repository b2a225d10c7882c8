import { nextOf } from '../lib/recurrence.ts'
import type { Store } from '../store/index.ts'
import type { Step } from '../store/statement.ts'
import type { TimerRow } from '../store/timers.ts'
import type { Actor } from './actor.ts'
import type { Audit } from './audit.ts'
import * as sentences from './sentences.ts'

/** What an agent is asked again and again, in an account. */
export interface Schedules {
  list(agent: string, account: string): Promise<TimerRow[]>
  /** Undefined: there is none of this id. */
  find(agent: string, account: string, id: string): Promise<TimerRow | undefined>
  /** Holds it back, or lets it go on where it was held back. 409 `changed_since` where somebody else did something to it meanwhile. */
  hold(agent: string, row: TimerRow, isHeld: boolean, by: Actor): Promise<void>
  remove(agent: string, row: TimerRow, by: Actor): Promise<void>
}

export function createSchedules(parts: { store: Store; audit: Audit; now: () => number }): Schedules {
  const { store, audit, now } = parts
  const { timers } = store

  async function change(action: string, agent: string, { id }: TimerRow, step: Step, by: Actor): Promise<void> {
    if (!(await audit.commit(by, { action, agent, summary: id }, [step]))) throw sentences.changedSince()
  }

  return {
    list: (agent, account) => timers.schedules(agent, account),

    async find(agent, account, id) {
      return (await timers.schedules(agent, account)).find((one) => one.id === id)
    },

    async hold(agent, row, isHeld, by) {
      if (isHeld === (row.state === 'paused')) return
      if (isHeld) return change('schedule.pause', agent, row, timers.pauseStep(row.id), by)
      const due = row.rule === null ? undefined : nextOf(row.rule, row.zone, now())
      // Its rule names no day that is still to come.
      if (due === undefined) throw sentences.changedSince()
      return change('schedule.resume', agent, row, timers.resumeStep(row, due), by)
    },

    remove: (agent, row, by) => change('schedule.remove', agent, row, timers.removeStep(row.id), by),
  }
}
