import type { Final, Progress } from '../../model/conversation.ts'
import type { ScenarioNode } from '../../model/scenario.ts'
import type { NewTimer, TimerChange } from '../../model/timer.ts'
import type { AnswerDraft } from '../draft.ts'
import { whenOf } from '../reminders/hear.ts'
import { zoneOf } from '../zone.ts'
import { milliseconds } from './duration.ts'
import { fill } from './fill.ts'
import { nodeOf, type RunningScenario } from './running.ts'

type Reminders = NonNullable<ScenarioNode['remind']>

/** What is to come by itself of the nodes that a turn has come to. */
export function createScenarioTimers(draft: AnswerDraft) {
  const { known, agent, now, request } = draft
  /** Of nodes that ended their scenario; times in words were filled in while what it knew was there. */
  const afterwards: { running: RunningScenario; reminders: Reminders }[] = []
  let standing: RunningScenario | undefined
  let isMoved = false

  function filled(running: RunningScenario): Reminders {
    const { remind = [] } = nodeOf(running.scenario, running.node) ?? {}
    return remind.map((one) => (one.at === undefined ? one : { ...one, at: fill(one.at, draft.state.values) }))
  }

  async function timersOf(running: RunningScenario, reminders: Reminders, since?: number): Promise<NewTimer[]> {
    const timers: NewTimer[] = []
    for (const [index, { after, at }] of reminders.entries()) {
      const zone = running.scenario.timeZone ?? (await zoneOf(draft))
      const setting = { now: now(), timeZone: zone, language: running.language, locale: request.locale }
      const due = at === undefined ? now() + milliseconds(after!) : await momentOf(at, setting)
      if (due === undefined || due <= now()) continue
      const { scenario, agent: version, node } = running
      const place = { scenario: scenario.id, version: version.version, node, index }
      timers.push({ due, zone, task: { kind: 'scenario', ...place, ...(since !== undefined && { since }) } })
    }
    return timers
  }

  return {
    /** A node has ended its scenario. */
    ended(running: RunningScenario): void {
      const reminders = filled(running)
      if (reminders.length > 0) afterwards.push({ running, reminders })
    },
    /** Where the conversation is from now on. */
    stands(at: RunningScenario | undefined): void {
      standing = at
      isMoved = true
    },
    settle,
    /** A final changes them too. */
    async *settled(events: AsyncIterable<Progress | Final>): AsyncIterable<Progress | Final> {
      for await (const event of events) {
        if (event.kind === 'final') await settle()
        const { timers } = draft.effects
        yield event.kind === 'final' && timers ? { ...event, effects: { ...event.effects, timers } } : event
      }
    },
  }

  async function settle(): Promise<void> {
    const change = await changed()
    if (change) draft.effects.timers = change
  }

  /** What is to change of the timers of the conversation; undefined where there is nothing to change. */
  async function changed(): Promise<TimerChange | undefined> {
    const before = draft.effects.timers
    if (!request.mayPost) return before
    const asked = standing && filled(standing)
    const add = [
      ...(asked ? await timersOf(standing!, asked, standing!.since) : []),
      ...(await Promise.all(afterwards.map(({ running, reminders }) => timersOf(running, reminders)))).flat(),
    ]
    const { progress } = known
    const from = progress && agent.document.scenarios.find(({ id }) => id === progress.scenario)
    const mayHaveSome =
      progress && (progress.version !== agent.version || (from && nodeOf(from, progress.node)?.remind))
    if (add.length === 0 && !(isMoved && mayHaveSome)) return before
    return { ...before, ...(isMoved && { answered: true }), add: [...(before?.add ?? []), ...add] }
  }
}

async function momentOf(text: string, setting: Parameters<typeof whenOf>[1]): Promise<number | undefined> {
  const iso = Date.parse(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? text : '')
  return Number.isNaN(iso) ? (await whenOf(text, setting))?.due : iso
}

export type ScenarioTimers = ReturnType<typeof createScenarioTimers>
