import type { Final, Progress } from '../../model/conversation.ts'
import type { Scenario } from '../../model/scenario.ts'
import type { Approval } from '../../model/tools.ts'
import type { AnswerDraft } from '../draft.ts'
import { slotSentences } from '../words/index.ts'
import { goOnFrom, keepProgress } from './approved.ts'
import { between, joined } from './between.ts'
import { createDecide, type Decide } from './decide.ts'
import type { Groups } from './fill.ts'
import { slotsOfStart, traceSlots, withSlots } from './fill-slots.ts'
import { hear } from './hear.ts'
import { faultText, hintOf } from './hear-slots.ts'
import { kindOf } from './match.ts'
import { returned } from './onward.ts'
import type { ScenarioParts } from './parts.ts'
import type { Reaction } from './reaction.ts'
import { goOn, remindedBy, type ScenarioTask } from './reminded.ts'
import { emptyRun, type RunningScenario } from './running.ts'
import type { NodeText } from './show.ts'
import { createStack } from './stack.ts'
import { isAllowed, isOpenTo, type Start, startsOf } from './starts.ts'
import { createScenarioTimers } from './timers.ts'
import { createTold } from './told.ts'
import { createWalk, type Walk } from './walk.ts'
import { createWatched } from './watched.ts'
import { questionBeside, twoWishes } from './wishes.ts'

/** The rest of the agent. */
type Rest = (said?: AnswerDraft) => AsyncIterable<Progress | Final>

/** The scenarios of an agent in one turn of somebody with a uid. */
export interface ScenarioTurn {
  /** A conversation starts: what was running is forgotten. What is said by the scenario that starts with it, if one does. */
  open(): AsyncGenerator<Progress, NodeText | undefined>
  /** The scenarios' own answer, else that of the rest of the agent, with what scenarios have to say before and after it. */
  answer(rest: Rest): AsyncIterable<Progress | Final>
  /** What comes by itself; undefined where it is gone. */
  fire(task: ScenarioTask): AsyncGenerator<Progress, Final | undefined>
  /** Goes on from a step that somebody has decided on, or nobody in time; undefined where it is not waited for any more. */
  decided(approval: Approval): AsyncGenerator<Progress, Final | undefined>
}

type Took = Extract<Reaction, { took: unknown }>

/** A scenario has nothing to add. */
const nothing: NodeText = { text: '', fields: {} }

/** The same turn, as if only this had been said. */
function saying(draft: AnswerDraft, utterance: string): AnswerDraft {
  const { mayAsk, ...request } = draft.request
  // Of two questions below one answer nobody would know which the buttons are for.
  const may = mayAsk && !draft.effects.asks ? { mayAsk } : {}
  return { ...draft, request: { ...request, ...may, utterance } }
}

/** What scenarios have answered, with what the rest of the agent says to what stood beside it: a question, or another wish. */
async function* besides(
  draft: AnswerDraft,
  rest: (said: AnswerDraft) => AsyncIterable<Progress | Final>,
  { aside, wish }: Took,
  {
    at,
    texts,
    shown,
    own,
  }: { at: RunningScenario | undefined; texts: string[]; shown: () => NodeText; own: () => Final },
): AsyncIterable<Progress | Final> {
  const said = aside ?? (at ? undefined : wish)
  if (said === undefined) return yield own()
  const order = aside === undefined ? { before: joined(texts), ask: () => nothing } : { before: '', ask: shown }
  yield* between(draft, rest(saying(draft, said)), { ...order, onNone: () => {}, alone: own })
}

function beginning(draft: AnswerDraft, scenario: Scenario, wish: string | undefined): RunningScenario {
  const { agent, language } = draft
  const run = wish === undefined ? emptyRun : { ...emptyRun, wish }
  return { agent, scenario, node: scenario.first, since: draft.now(), reprompts: 0, language, run }
}

/** A scenario with what the sentence that starts it says already. */
async function startedWith(
  running: RunningScenario,
  draft: AnswerDraft,
  walk: Walk,
  { text, groups }: { text: string; groups: Groups },
): Promise<RunningScenario> {
  if (!running.scenario.slots || text === '') return running
  const read = await slotsOfStart(running, draft, text, groups)
  traceSlots(draft, read, {})
  const known = withSlots(running, read)
  for (const wrong of read.faults.slice(0, 1)) walk.note(known, faultText(known, wrong))
  return known
}

async function begin(
  draft: AnswerDraft,
  walk: Walk,
  { scenario, match }: Start,
  said: { text: string; groups: Groups; wish?: string | undefined } = { text: '', groups: {} },
): Promise<RunningScenario | undefined> {
  const running = beginning(draft, scenario, said.wish)
  walk.because(running, 'start' in match ? 'start' : `start ${kindOf(match)}`)
  return walk.go(await startedWith(running, draft, walk, said), scenario.first)
}

export function createScenarioTurn(given: Omit<ScenarioParts, 'waiting' | 'timers'>): ScenarioTurn {
  const { draft } = given
  const { agent } = draft
  const { watched, waiting } = createWatched()
  const timers = createScenarioTimers(draft)
  const parts = { ...given, timers, waiting }
  const decide = createDecide(parts)
  const stack = createStack(parts)
  const walk = createWalk(parts, decide, stack)
  const { shown, own } = createTold(draft, walk)
  const decideOn = (text: string): Decide =>
    text === draft.request.utterance ? decide : createDecide({ ...parts, draft: saying(draft, text) })
  /** What was left for others to answer does not start again at once. */
  const left = new Set<string>()

  return {
    async *open() {
      stack.clear()
      const start = startsOf(agent.document).find((it) => 'start' in it.match && isAllowed(it.scenario, draft))
      // The opening, which stands before it, is not known yet.
      const at = start && (yield* watched(() => begin(draft, walk, start)))
      keep(at)
      await timers.settle()
      return start && shown(at)
    },

    async *fire(task) {
      const reminded = await remindedBy(task, draft, stack, given.version)
      return reminded && (yield* byItself(() => goOn(walk, task, reminded, resume)))
    },

    async *decided(approval) {
      const running = await stack.take(approval.id)
      const goesOn = async () => ({ at: await goOnFrom(walk, draft, running!, approval, resume), isMoved: true })
      return running && (yield* byItself(goesOn))
    },

    answer: (rest) => timers.settled(answered(rest)),
  }

  /** What nobody has just said something for. */
  async function* byItself(work: () => ReturnType<typeof goOn>): AsyncGenerator<Progress, Final> {
    const { at, isMoved } = yield* watched(work, walk.soFar)
    if (isMoved) keep(at)
    await timers.settle()
    return own(at)
  }

  async function* answered(rest: Rest): AsyncIterable<Progress | Final> {
    const { reaction, took, at } = yield* watched(move, walk.soFar)
    draft.state.lend(undefined)
    // A scenario that ends without a word has not answered.
    if (took && (at || walk.texts.length > 0)) {
      keep(at)
      return yield* besides(draft, rest, took, { at, texts: walk.texts, shown: () => shown(at), own: () => own(at) })
    }
    const asking = !took && reaction && 'digresses' in reaction ? reaction.digresses : undefined
    keep(asking)
    const ask = () => {
      const said = walk.texts.length
      keep(walk.ask(asking!))
      return shown(asking, said)
    }
    const hint = asking && hintOf(asking, draft)
    const onNone = () => {
      walk.note(asking!, hint!)
      ask()
    }
    yield* between(draft, rest(), {
      before: joined(walk.texts),
      ask: asking && ask,
      ...(hint !== undefined && { onNone }),
      alone: () => own(asking),
    })
  }

  async function move() {
    const reaction = await react()
    let took: Took | undefined = reaction && 'took' in reaction ? reaction : await startOne(reaction)
    // Somebody who cancels and wants something else gets it, if a scenario has it.
    if (took?.wish !== undefined && !took.took) {
      const began = await startOne(undefined, took.wish)
      if (began) took = began
    }
    return { reaction, took, at: took && (took.took ?? (await resume())) }
  }

  /** What running scenarios make of the utterance, the innermost first; undefined if none is running. */
  async function react(): Promise<Reaction | undefined> {
    let reaction: Reaction | undefined
    for (let running = await stack.pop(); running; running = await stack.pop()) {
      const at = running.run.calling ? await returned(walk, draft, decide, running) : running
      if (!at) continue
      reaction = await hear(at, parts, decide, walk)
      if ('took' in reaction || 'digresses' in reaction) break
      if ('left' in reaction) left.add(reaction.left.scenario.id)
    }
    return reaction
  }

  /** Starts the scenario that what was said calls for, if there is one. */
  async function startOne(reaction: Reaction | undefined, wish?: string): Promise<Took | undefined> {
    const digresses = reaction && 'digresses' in reaction ? reaction.digresses : undefined
    if (digresses && stack.isFull()) return undefined
    const isBusy = ({ id }: Scenario) => id === digresses?.scenario.id || left.has(id) || stack.has(id)
    const utterance = wish ?? draft.request.utterance
    const able = startsOf(agent.document).filter((it) => !isBusy(it.scenario) && isOpenTo(it, draft, utterance))
    const heard = (text: string) => decideOn(text).heard(agent)
    const two = twoWishes(able, utterance, heard)
    const chosen = two
      ? { item: two.first, groups: two.groups }
      : await decideOn(utterance).first(able, ({ match }) => match, { agent, question: () => '', digresses: true })
    if (!chosen) return undefined
    if (digresses) stack.push(digresses)
    const aside = two ? undefined : questionBeside(chosen.item, utterance, heard)
    const said = { text: two?.said ?? utterance, groups: chosen.groups, wish: two?.wish }
    return { took: await begin(draft, walk, chosen.item, said), ...(aside !== undefined && { aside }) }
  }

  /** What comes after a scenario that has ended: the one that called it, the one beneath it, else what else was wished for. */
  async function resume(): Promise<RunningScenario | undefined> {
    for (let running = await stack.pop(); running; running = await stack.pop()) {
      if (!running.run.calling) return walk.ask(running)
      const at = await returned(walk, draft, decide, running)
      if (at) return at
    }
    const { wish, ended } = walk.outcome() ?? {}
    if (wish === undefined || ended === 'expired' || ended === 'failed') return undefined
    walk.texts.push(slotSentences[draft.language].nextWish)
    return (await startOne(undefined, wish))?.took
  }

  /** Where the conversation is from now on. */
  function keep(at: RunningScenario | undefined): void {
    timers.stands(at)
    keepProgress(draft, at && stack.progress(at))
  }
}
