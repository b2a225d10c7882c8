import { type Approve, type ScenarioNode, type ScenarioRun, waits } from '../../model/scenario.ts'
import type { SlotValues } from '../../model/slot.ts'
import type { AnswerDraft } from '../draft.ts'
import { askFor } from './approve.ts'
import { set, unset } from './change.ts'
import type { Decide } from './decide.ts'
import { fill as filled } from './fill.ts'
import { textAt } from './json-path.ts'
import { isSo } from './match.ts'
import type { ScenarioParts } from './parts.ts'
import { emptyRun, nodeOf, type RunningScenario, scenarioOf } from './running.ts'
import { asks, emptied, lentOf, missingAt, settingOf } from './slots-known.ts'
import type { Stack } from './stack.ts'

/** Webhooks that are called in one turn at most. */
const maxCalls = 10
/** So far somebody can go back. */
const maxTrail = 60

/** How a scenario ended, what it knew, and what else the person wished for when it began. */
export interface Outcome {
  ended: string
  slots: SlotValues
  wish?: string | undefined
}

/** What became of entering a node. `lost`: there is no way on. */
export type NodeOutcome =
  | { goes: RunningScenario; to: string }
  | { waits: RunningScenario }
  | Outcome
  | { lost: RunningScenario }

interface Telling {
  /** Says what a node does. */
  say(running: RunningScenario, node: ScenarioNode): RunningScenario
  /** Says something of ours. */
  note(running: RunningScenario, text: string): void
  /** Notes the way that is taken from a node. */
  took(running: RunningScenario, how: string): void
  /** A node's name in the trace. */
  placeOf(running: RunningScenario): string
}

/** What happens when a node is entered: all that it does, up to where it waits, ends or leads on. */
export function createEnter(
  { draft, callWebhook, hasOwner, waiting, timers }: ScenarioParts,
  decide: Decide,
  stack: Stack,
  { say, note, took, placeOf }: Telling,
) {
  const { trace } = draft
  let calls = 0

  return async function enter(from: RunningScenario, id: string): Promise<NodeOutcome> {
    const node = nodeOf(from.scenario, id)
    if (!node) return { lost: from }
    const entered = { ...from, node: id, since: draft.now(), reprompts: 0, run: arrived(from.run, id) }
    trace.scenario!.path.push(placeOf(entered))
    draft.state.lend(lentOf(entered))
    set(draft, node)
    const missing = missingAt(entered, node)
    if (node.fill !== undefined && missing === undefined) {
      unset(draft, node)
      if (node.goto === undefined) return { lost: entered }
      took(entered, 'fill')
      return { goes: emptied(entered, node.unset), to: node.goto }
    }
    const asking = missing === undefined ? entered : asks(entered, missing)
    if (node.approve) return forWord(asking, node, node.approve)
    if (isCalledAgain(asking, node)) return { waits: say({ ...asking, run: { ...asking.run, again: true } }, node) }
    const said = say(asking, node)
    unset(draft, node)
    const running = emptied(said, node.unset)
    draft.state.lend(lentOf(running))
    if (waits(node)) return { waits: running }
    return leave(running, node)
  }

  /** Waits for somebody's word; where nobody can give it, it was not given. */
  async function forWord(running: RunningScenario, node: ScenarioNode, approve: Approve): Promise<NodeOutcome> {
    const asked = await askFor(draft, running, approve, hasOwner)
    if ('why' in asked) {
      note(running, asked.why)
      took(running, 'denied')
      return { goes: running, to: approve.denied }
    }
    draft.effects.asks = asked
    const said = say({ ...running, run: { ...running.run, approval: asked.id } }, node)
    unset(draft, node)
    return { waits: emptied(said, node.unset) }
  }

  /** What happens at a node that waits for nobody. */
  async function leave(running: RunningScenario, node: ScenarioNode): Promise<NodeOutcome> {
    if (node.call) return begins(running, node.call)
    if (node.while !== undefined) return rounds(running, node)
    const webhook = node.webhook === undefined ? undefined : await call(running, node, node.webhook)
    if (node.end !== undefined) {
      timers.ended(running)
      return ending(running, node.end)
    }
    const chosen = await decide.transition(running, { webhook })
    const to = chosen?.goto ?? node.goto
    if (to === undefined) return { lost: running }
    took(running, chosen?.by ?? 'goto')
    return { goes: emptied(running, chosen?.unset), to }
  }

  function rounds(running: RunningScenario, node: ScenarioNode): NodeOutcome {
    const setting = settingOf(running, draft)
    const holds = [node.while!].flat().every((test) => isSo(test, draft.state.trusted(), setting))
    const to = holds ? node.do : node.goto
    if (to === undefined) return { lost: running }
    took(running, holds ? 'while' : 'goto')
    return { goes: running, to }
  }

  function ending(running: RunningScenario, end: NonNullable<ScenarioNode['end']>): NodeOutcome {
    const { wish, slots } = running.run
    if (typeof end === 'string') {
      if (end === 'completed') keepSlots(draft, running)
      return { ended: end, slots, wish }
    }
    const target = scenarioOf(running.agent, end.jump)
    if (!target) return { lost: running }
    stack.drop(target.id)
    return { goes: { ...running, scenario: target, run: { ...emptyRun, ...(wish && { wish }) } }, to: target.first }
  }

  /** The scenario that a node calls; this one waits for it. */
  function begins(
    running: RunningScenario,
    { scenario: id, give = {} }: NonNullable<ScenarioNode['call']>,
  ): NodeOutcome {
    const target = scenarioOf(running.agent, id)
    if (!target || stack.isFull()) return { lost: running }
    stack.push({ ...running, run: { ...running.run, calling: true } })
    const values = draft.state.values
    const given = Object.entries(give).flatMap(([name, template]) => {
      const value = filled(template, values)
      const currency = values[`${/^#\{(\w+)\}$/.exec(template)?.[1]}.currency`]
      return value === '' || !target.slots?.[name]
        ? []
        : [[name, { value, ...(currency && { currency }), by: 'given' as const }] as const]
    })
    took(running, 'call')
    return {
      goes: { ...running, scenario: target, run: { slots: Object.fromEntries(given), trail: [] } },
      to: target.first,
    }
  }

  async function call(running: RunningScenario, node: ScenarioNode, name: string): Promise<'ok' | 'error'> {
    if (++calls > maxCalls) return 'error'
    waiting()
    const result = await callWebhook(running.agent, name, node.input ?? {})
    if (!result.ok) return 'error'
    const saved = Object.entries(node.save ?? {}).map(([key, path]) => [key, textAt(result.body, path)] as const)
    // An answer of which a part cannot be kept is none.
    const refused = saved.filter(([key, value]) => draft.state.refusal(key, value, 'webhook') !== undefined)
    if (refused.length > 0) return 'error'
    return draft.state.set(Object.fromEntries(saved), 'webhook') ? 'error' : 'ok'
  }
}

/** A webhook whose answer was gone by, told something that has been corrected since: the person has a say first. */
function isCalledAgain({ agent, node: id, run }: RunningScenario, { webhook, repeatable }: ScenarioNode): boolean {
  if (webhook === undefined || repeatable || !run.redo?.includes(id)) return false
  return agent.document.webhooks.find(({ name }) => name === webhook)?.method !== 'GET'
}

function arrived(run: ScenarioRun, node: string): ScenarioRun {
  const { asking: _, again: __, approval: ___, ...kept } = run
  return { ...kept, trail: [...run.trail.slice(-maxTrail), { node }] }
}

/** What outlives a scenario that did what it is for. */
function keepSlots(draft: AnswerDraft, { scenario: { keep = [] }, run }: RunningScenario): void {
  for (const name of keep) {
    const known = Object.hasOwn(run.slots, name) ? run.slots[name]! : undefined
    if (known) draft.state.set({ [name]: known.value }, known.by === 'model' ? 'model' : 'scenario')
  }
}
