import type { AgentDocument, AgentVersion } from '../model/agent.ts'
import type { ConversationContext, ConversationRequest, Final, Progress } from '../model/conversation.ts'
import type { Hit } from '../model/knowledge.ts'
import type { StateLimits } from '../model/state.ts'
import { stepOf } from '../model/tools.ts'
import type { EngineStore } from '../ports/engine-store.ts'
import { type Llm, LlmError } from '../ports/llm.ts'
import type { PayForTool } from '../ports/spending.ts'
import type { ToolSource } from '../ports/tools.ts'
import { belowAnswer, unreadOf, withNote } from './below.ts'
import { type AnswerDraft, createDraft } from './draft.ts'
import { handoverAnswer, withHandover } from './handover/index.ts'
import { createJudge, type Judge } from './judge.ts'
import { knowledgeAnswer } from './knowledge/answer.ts'
import type { Find } from './knowledge/find.ts'
import { knowledgeMessage } from './knowledge/quote.ts'
import { defaultThreshold, retrieve } from './knowledge/retrieve.ts'
import { known, recallFor } from './known.ts'
import { noteWhatLasts } from './lasting/index.ts'
import { maskedEvent } from './masking/index.ts'
import { modelAnswer } from './model/answer.ts'
import { usesModel } from './model/uses.ts'
import { createModerator, type Moderator, type TurnModeration } from './moderation.ts'
import { noReminders, reminderAnswer, withReminders } from './reminders/index.ts'
import { ruledByMeaning, ruledInWords } from './rules/answer.ts'
import type { Levels } from './rules/levels.ts'
import type { RuleMeanings } from './rules/meanings.ts'
import type { Run } from './run.ts'
import { joined } from './scenario/between.ts'
import type { NodeText } from './scenario/show.ts'
import { createScenarioTurn, type ScenarioTurn } from './scenario/turn.ts'
import { readPhones } from './slots/contacts.ts'
import { stopped } from './stopped.ts'
import { suggestion } from './suggest.ts'
import { hashOf, type TurnTape } from './tape/index.ts'
import { type RecordedTape, recordTape } from './tape/record.ts'
import { firedAnswer, quietAnswer, unasked } from './timed.ts'
import { withCallerTools } from './tools/caller.ts'
import { createTools } from './tools/decided.ts'
import { fixedAnswer } from './unanswered.ts'
import { createWatches, withHowWatched } from './watches/index.ts'
import type { TurnWebhooks, Webhooks } from './webhooks/index.ts'
import { webhookMessage } from './webhooks/quote.ts'
import { sentences } from './words/index.ts'

export interface Engine {
  /**
   * One turn: yields the text so far as it grows, then exactly one final. Reads state and memory but changes nothing: what
   * is to change stands in `final.effects`. Aborting the signal with `stopped` ends with the text so far; with any other
   * reason it throws that reason. Throws an `AppError` when nothing at all can answer.
   */
  converse(request: ConversationRequest, agent: AgentVersion, run: Run): AsyncIterable<Progress | Final>
}

/** So long an answer's end waits for what is noted beside it, from its beginning. */
const notingMs = 6_000
/** So long it may take to say whether something has come that somebody wants to be told of. */
const watchingMs = 30_000
/** Passages of the files of a conversation that are shown to the model. */
const maxOfFiles = 6

export interface EngineParts {
  store: Pick<EngineStore, 'agents' | 'people' | 'lasting' | 'scenarios' | 'toolApprovals' | 'toolCalls' | 'timers'>
  llm: Llm
  find: Find
  /** How many items of memory the model is given. */
  memoryItems: number
  /** How alike, of 100, an utterance and a phrase must be at each level of `ruleBasedThresholdLevel`. */
  levels: Levels
  webhooks: Webhooks
  /** Judges what is said; without it only webhooks of agents do. */
  moderator?: Moderator | undefined
  /** Recognises rules by what they mean, where their phrases alone do not tell. */
  meanings?: RuleMeanings | undefined
  /** What agents may call besides their webhooks. */
  tools?: ToolSource
  /** Has calls of tools with a price paid for. */
  pay?: PayForTool | undefined
  /** How much is kept of one person. */
  state: StateLimits
  /** So long a small question to a model may take on the way to an answer, in milliseconds. */
  judgeMs?: number
  now: () => number
  /** 0 ≤ n < 1; picks among variants. */
  random: () => number
}

export function createEngine(parts: EngineParts): Engine {
  const { llm, find, state: limits, judgeMs, now, random } = parts
  const { moderator = createModerator({ now }) } = parts
  const judge = createJudge({ llm, now, ...(judgeMs !== undefined && { patience: judgeMs }) })
  const recall = (draft: AnswerDraft) => recallFor(parts, draft)
  const tools = createTools({ ...parts, recall })
  // Nobody waits for it but the end of an answer that is shown already.
  const noting = createJudge({ llm, now, patience: notingMs })
  const watching = createJudge({ llm, now, patience: watchingMs })
  const watches = createWatches({ ...parts, tools, judgeOf: (draft) => tapedJudge(draft, watching) })
  const handing = ({ signal }: Run) => ({ recall, judge: noting, signal })
  return {
    async *converse(request, agent, run) {
      const recorded = run.tape ? undefined : recordTape()
      const tape = run.tape ?? recorded!
      const asked = withTape(request, tape)
      const about = await known(asked, agent, parts, tape)
      const draft = createDraft({ request: asked, agent, known: about, limits, now, random, tape })
      const webhooks = parts.webhooks.forTurn(draft, run)
      let soFar: Progress | undefined
      try {
        const refused = yield* unheard(draft, await moderator(draft, webhooks), run)
        if (refused) return yield refused
        for await (const plain of answer(draft, webhooks, run)) {
          const made = plain.kind === 'final' ? await withHandover(draft, withStep(plain), handing(run)) : plain
          const event = maskedEvent(made, draft)
          if (event.kind === 'progress') soFar = event
          else webhooks.defer(event.answer.utterance)
          const told = event.kind === 'final' && (await withHowWatched(draft, unasked(draft, event)))
          yield told ? taped(draft, told, recorded) : event
        }
      } catch (error) {
        if (run.signal.reason !== stopped) {
          run.onFailure?.(draft.traced('none'))
          throw error
        }
        webhooks.defer(soFar?.text ?? '')
        yield await withHowWatched(draft, stoppedEarly(draft, soFar))
      }
    },
  }

  async function* answer(draft: AnswerDraft, webhooks: TurnWebhooks, run: Run): AsyncIterable<Progress | Final> {
    const { request } = draft
    const scenarios = scenariosOf(draft, run)
    if (scenarios && asksForPhones(draft.agent.document)) await readPhones()
    const fired =
      request.fired && (yield* firedAnswer(draft, request.fired, scenarios, (task) => watches.again(draft, task, run)))
    if (fired) return yield fired
    if (request.utterance === '' && !request.wantsPerson)
      return yield opening(draft, scenarios && (yield* scenarios.open()))

    if (request.utterance !== '') draft.effects.remember.push({ role: 'user', text: request.utterance })
    if (request.disableAiResponse) return yield draft.final('none', { utterance: '' })

    if (request.approval !== undefined)
      return yield* tools.decided(draft, { webhooks, run, scenarios }, request.approval)

    const quiet = quietAnswer(draft) ?? (await watches.stopped(draft)) ?? (await handoverAnswer(draft, handing(run)))
    if (quiet) return yield quiet
    const rest = (said = draft) => withoutScenario(said, webhooks, run)
    yield* scenarios ? scenarios.answer(rest) : rest()
  }

  /** Where a conversation is in a scenario can only be kept of somebody with a uid. */
  function scenariosOf(draft: AnswerDraft, run: Run): ScenarioTurn | undefined {
    const { agent, known } = draft
    const hasNone = agent.document.scenarios.length === 0 && !known.progress
    if (hasNone) return undefined
    if (known.key === undefined) {
      draft.trace.skipped = 'scenarios'
      return undefined
    }
    return createScenarioTurn({
      draft,
      judge: tapedJudge(draft, judge),
      hasOwner: run.hasOwner,
      beforeAsking: run.beforeAsking && (() => run.beforeAsking!()),
      levels: parts.levels,
      signal: run.signal,
      version: (n) => parts.store.agents.version(agent.id, n),
      callWebhook: (version, name, input) =>
        parts.webhooks.forTurn({ ...draft, agent: version }, run).node(name, input),
    })
  }

  /** What answers when no scenario does: rules, then the model with what the agent knows, then that alone, then what may have been meant, then a fixed text. */
  async function* withoutScenario(
    draft: AnswerDraft,
    webhooks: TurnWebhooks,
    run: Run,
  ): AsyncIterable<Progress | Final> {
    const { signal } = run
    const ruled =
      ruledInWords(draft, parts.levels) ?? (await reminderAnswer(draft)) ?? (await ruledByMeaning(draft, parts, signal))
    if (ruled) return yield ruled

    const asksModel = usesModel(draft.agent.document)
    if (asksModel) await recall(draft)
    const known = yield* retrieve(draft, { find, llm: asksModel ? llm : undefined }, signal)
    const { context, hits } = yield* seen(draft, asksModel, known, signal)
    let failure: LlmError | undefined
    if (asksModel) {
      try {
        const found = [knowledgeMessage(hits)]
        if (webhooks.asks && llm.model(draft.agent.document.agent.llmSettings!.llm)) {
          yield { kind: 'progress', text: '', searching: false }
          found.push(webhookMessage(await webhooks.notes()))
        }
        const closing = (answer: string) => belowAnswer(answer, draft, llm, { context, hits })
        const own = await tools.of(draft, webhooks, run)
        const looking = watches.with(draft, withReminders(draft, own), { tools: own, signal })
        const functions = withCallerTools(draft, looking)
        const written = modelAnswer(draft, llm, signal, { found, functions, closing })
        return yield* noted(draft, written, { ...parts, signal, noting })
      } catch (error) {
        if (!(error instanceof LlmError)) throw error
        failure = error
        draft.trace.modelError = error.code
        draft.trace.modelDetail = error.message
      }
    }
    // A model that cannot be reached right now has not been asked, and answers when it is asked again.
    const mayMean = !failure || failure.code === 'not_configured'
    const answer =
      knowledgeAnswer(draft, hits) ??
      (mayMean ? await likely(draft, parts.levels) : undefined) ??
      fixedAnswer(draft, failure)
    yield withNote(answer, unreadOf(draft, llm, context))
  }
}

/** Where nothing answered: a wish that nobody grants, or what may have been meant. */
const likely = async (draft: AnswerDraft, levels: EngineParts['levels']): Promise<Final | undefined> =>
  (await noReminders(draft)) ?? suggestion(draft, levels)

/** What is to last is noted beside the answer, and changes with it. */
async function* noted(
  draft: AnswerDraft,
  answer: AsyncIterable<Progress | Final>,
  { signal, noting, ...parts }: Pick<EngineParts, 'store' | 'memoryItems'> & { signal: AbortSignal; noting: Judge },
): AsyncIterable<Progress | Final> {
  const { lasting: store } = parts.store
  const { memoryItems } = parts
  const notes = store && noteWhatLasts(draft, { store, judge: noting, memoryItems }, signal)
  for await (const event of answer) {
    const change = event.kind === 'final' ? await notes : undefined
    if (event.kind !== 'final') yield event
    else
      yield {
        ...event,
        effects: { ...event.effects, ...(change && { lasting: change }) },
        trace: { ...event.trace, ...(draft.trace.lasting && { lasting: draft.trace.lasting }) },
      }
  }
}

/**
 * What a message is answered with that was judged before anything read it: nothing of it is remembered, and no webhook is told. What a
 * model writes in answer to any other is judged when it is written.
 */
async function* unheard(
  draft: AnswerDraft,
  moderation: TurnModeration,
  { signal }: Run,
): AsyncGenerator<Progress, Final | undefined> {
  if (moderation.judges('answers')) draft.judged = (text) => moderation.refusal('answers', text, signal)
  const { utterance } = draft.request
  if (utterance === '' || !moderation.judges('people')) return undefined
  yield { kind: 'progress', text: '', searching: false }
  const refusal = await draft.tape.take('moderation', hashOf(utterance), async () => {
    return (await moderation.refusal('people', utterance, signal)) ?? null
  })
  return refusal ? draft.final('fixed', { utterance: refusal[draft.language] }, '') : undefined
}

/**
 * What stands around the message, where a model is to see it, and what fits it of the conversation's files: behind what the agent knows,
 * whose numbers its trace tells. Where there is no model, files are all that is looked at, and the best passage comes first.
 */
async function* seen(
  { request, trace }: AnswerDraft,
  asksModel: boolean,
  known: readonly Hit[],
  signal: AbortSignal,
): AsyncGenerator<Progress, { context?: ConversationContext; hits: readonly Hit[] }> {
  if (!request.context) return { hits: known }
  // It may take a moment.
  if (asksModel) yield { kind: 'progress', text: '', searching: false }
  const context = await request.context(asksModel ? undefined : 'files')
  const found = (await context.search?.(request.utterance, maxOfFiles, signal)) ?? []
  if (asksModel) return { context, hits: [...known, ...found] }
  if (context.trace.files > 0 || context.unseen.length > 0) trace.context = context.trace
  const fitting = found.filter(({ score }) => score >= defaultThreshold)
  return { context, hits: [...known, ...fitting].toSorted((a, b) => b.score - a.score) }
}

/** What a platform knows of its person's time zone is read once, and recorded. */
function withTape(request: ConversationRequest, tape: TurnTape): ConversationRequest {
  const { timeZone } = request
  if (!timeZone && !tape.played) return request
  return { ...request, timeZone: () => tape.take('zone', '', async () => timeZone?.()) }
}

function taped(draft: AnswerDraft, final: Final, recorded: RecordedTape | undefined): Final {
  const tape = recorded?.of(draft, final)
  return tape ? { ...final, tape } : final
}

/** What is judged of what a person said is the same as then, whichever version asks it. */
function tapedJudge({ tape }: AnswerDraft, judge: Judge): Judge {
  return {
    ask(question, options) {
      const { name, instructions, data, message } = question
      const of = hashOf(JSON.stringify([name, instructions, data, message]))
      return tape.take('judge', of, () => judge.ask(question, options))
    },
  }
}

/** Where a step of a scenario asks whoever reads it, its buttons are those below the answer. */
function withStep(final: Final): Final {
  const { asks } = final.effects
  if (!asks || stepOf(asks) === undefined || asks.asks === 'ask channel') return final
  return { ...final, approval: asks.id }
}

/** What there is when the person stops a turn before the model writes: what was heard and done by then is kept. */
function stoppedEarly(draft: AnswerDraft, { text = '', format }: Partial<Progress> = {}): Final {
  return {
    ...draft.final(text === '' ? 'none' : 'scenario', { utterance: text || '…' }, text),
    ...(format && { format }),
    interrupted: { code: 'stopped', detail: 'the person stopped the turn' },
  }
}

/** What somebody wrote to open with, then the scenario that starts with the conversation, if one does. */
function opening(draft: AnswerDraft, began: NodeText | undefined): Final {
  const { replies, agent } = draft.agent.document
  const written = draft.request.startUtterance || replies.opening
  const isNeeded = written !== undefined || !began?.text
  const text = isNeeded ? draft.pick(written ?? sentences.opening(agent.displayName)[draft.language]) : ''
  const said = draft.render(text, draft.request.startUtterance ? 'caller' : 'scenario')
  const options = [...(replies.openingOptions ?? []).map((option) => draft.render(option).text), ...said.options]
  draft.effects.resetMemory = true
  return draft.final('opening', {
    ...began?.fields,
    utterance: began ? joined([said.text, began.text]) : said.text,
    options: began?.fields.options?.length ? began.fields.options : options,
    score: 100,
  })
}

const asksForPhones = ({ scenarios }: AgentDocument): boolean =>
  scenarios.some(({ slots = {} }) => Object.values(slots).some(({ type }) => type === 'phone'))
