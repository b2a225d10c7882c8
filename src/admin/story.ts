import type { Language } from '../lib/language.ts'
import type { Delivery, MemoryItem } from '../model/conversation.ts'
import type { StateTrace, Trace } from '../model/trace.ts'
import type { Wire, WireCall } from '../model/wire.ts'
import type { TracedTurn } from '../store/traces.ts'
import { stories } from './words/index.ts'
import type { Story, WireSum } from './words/story.ts'

/**
 * Why a turn answered so, told in the order it happened, a line each. `said` is what is still remembered of it. Times are marks of
 * `lib/moment.ts`, to be written as their reader reads them.
 */
export function story(turn: TracedTurn, said: readonly MemoryItem[], language: Language): string[] {
  const t = stories[language]
  const { trace } = turn
  const heard = said.findLast(({ role }) => role === 'user')
  const answered = said.findLast(({ role }) => role === 'assistant')
  return [
    t.head(turn),
    ...(heard ? [t.heard(oneLine(heard.text))] : unheard(turn, t)),
    ...(trace ? steps(trace, t) : [t.unfinished]),
    ...(turn.attempts > 1 ? [t.attempts(turn.attempts)] : []),
    ...(turn.interrupted && !(turn.delivery && turn.interrupted === 'undelivered')
      ? [t.interrupted[turn.interrupted]]
      : []),
    ...(turn.delivery ? [t.delivery[turn.delivery.end](whyOf(turn.delivery))] : []),
    ...(turn.wire ? [t.wire(sumOf(turn.wire))] : []),
    ...(answered ? [t.answered(oneLine(answered.text))] : []),
    ...(turn.votes.good + turn.votes.bad > 0 ? [t.votes(turn.votes)] : []),
    ...turn.opinions.map((words) => t.opinion(oneLine(words))),
  ]
}

function sumOf({ calls, leftOut }: Wire): WireSum {
  const last = calls.at(-1)!
  const count = (end: WireCall['end']) => calls.filter((call) => call.end === end).length
  return {
    calls: calls.length + leftOut,
    ms: last.at + last.waited + last.ms,
    waited: calls.reduce((sum, { waited }) => sum + waited, 0),
    limited: count('limited'),
    unknown: count('unknown'),
    refused: [...new Set(calls.flatMap(({ code }) => code ?? []))],
  }
}

/** The part of it that is about the answer alone. */
export function storyOf(trace: Trace, language: Language): string[] {
  return steps(trace, stories[language])
}

function steps(trace: Trace, t: Story): string[] {
  const {
    scenario,
    intents = [],
    rule,
    knowledge,
    context,
    webhooks = [],
    state = [],
    model,
    modelError,
    modelDetail,
    lasting = [],
  } = trace
  const called = (why: string) =>
    webhooks.filter((one) => one.why === why).map(({ name, outcome, ms }) => t.webhook(name, `${outcome}`, ms))
  return [
    ...(trace.skipped ? [t.skipped] : []),
    ...intents.map(t.intent),
    ...(scenario ? [t.scenario(scenario)] : []),
    ...(scenario?.slots ?? []).map(t.slot),
    ...called('scenario'),
    ...(rule ? [t.rule(rule)] : []),
    ...(knowledge?.query ? [t.query(knowledge.query)] : []),
    ...(knowledge?.withoutVectors ? [t.withoutVectors(knowledge.withoutVectors)] : []),
    ...(knowledge ? [t.knowledge(knowledge)] : []),
    ...(trace.suggested ? [t.suggested(trace.suggested.map(({ phrase }) => phrase))] : []),
    ...called('utterance'),
    ...called('function'),
    ...(trace.tools ?? []).map(t.tool),
    ...(trace.watches ?? []).map(t.watched),
    ...(context ? [t.context(context)] : []),
    ...(model ? [t.model(model)] : []),
    ...(modelError ? [t.modelError(modelError, modelDetail)] : []),
    ...(trace.moderation ?? []).map(t.moderation),
    ...(trace.handover ? [t.handover(trace.handover)] : []),
    ...(trace.masked ? [t.masked(trace.masked)] : []),
    ...lasting.map(t.noted),
    ...stateLines(state, t),
    // What was passed on is no answer that was to be made.
    ...(trace.handover?.passed ? [] : [t.source[trace.source](trace.ms)]),
  ]
}

/** Why there are no words of theirs: only what was answered is remembered, and only of somebody. */
function unheard({ uid, interrupted, trace, committedAt }: TracedTurn, t: Story): string[] {
  if (isNotice(trace)) return []
  if (uid === '') return [t.nobodys]
  if (interrupted && ['failed', 'rejected', 'stopped'].includes(interrupted)) return [t.neverAnswered]
  // What is being answered is remembered with its answer.
  return trace || committedAt !== undefined ? [t.forgotten] : []
}

/** Nobody said anything that it would be about. */
const isNotice = (trace: Trace | null | undefined): boolean =>
  trace?.handover?.passed === 'notice' || trace?.handover?.passed === 'card'

/** A line for each writer and each reason. */
function stateLines(state: readonly StateTrace[], t: Story): string[] {
  const kinds = Map.groupBy(state, ({ by, refused }) => `${by} ${refused}`)
  return [...kinds.values()].map((lines) => {
    const { by, refused } = lines[0]!
    const keys = lines.map(({ key }) => key ?? t.itsOwnKey)
    return refused ? t.notWritten(keys, by, refused) : t.written(keys, by)
  })
}

const maxShown = 160

/** A long text by its beginning: the story is about why, not what. */
function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > maxShown ? `${line.slice(0, maxShown)}…` : line
}

/** In the platform's own words, which are its own and not long. */
const whyOf = ({ code, detail }: Delivery) => oneLine([code, detail].filter(Boolean).join(': '))
