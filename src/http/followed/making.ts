import type { ConversationRequest, Progress } from '../../model/conversation.ts'
import type { CallerCall } from '../../model/tools.ts'
import type { Trace } from '../../model/trace.ts'
import type { Store } from '../../store/index.ts'
import { traces } from '../../store/traces.ts'
import type { DirectFinal } from '../../turns/at-once.ts'
import { asFinal, type DirectTurns } from '../../turns/direct.ts'
import { readAnswer } from '../../turns/show.ts'
import { type Calls, interrupted } from '../calls.ts'
import type { Owed } from '../owed.ts'
import { asAppError } from '../problems.ts'
import { apiEndOf, nothingMade } from './api-end.ts'
import type { Following, TurnEnd, TurnUsage } from './following.ts'
import type { Kept, KeptTurn, Outcome } from './kept.ts'

export interface Made {
  request: ConversationRequest
  isHtml: boolean
  /** Another process can go on with it. */
  isKept: boolean
  /** Whoever asks by its name is told the same, also once it has been answered. */
  isNamed: boolean
}

export interface MakingParts {
  conversations: DirectTurns
  calls: Calls
  store: Store
  kept: Kept
  owed: Owed
  /** Another process has taken a turn over that is made here. */
  onLost(following: Following): void
}

/** Makes turns, and tells those who follow them. */
export function createMaking({ conversations, calls, store, kept, owed, onLost }: MakingParts) {
  function make(following: Following, made: Made): void {
    const { request } = made
    const { id } = following.turn
    let toCall: readonly CallerCall[] = []
    const callerTools = request.callerTools && {
      ...request.callerTools,
      onCalls: (calls: readonly CallerCall[]) => {
        toCall = calls
      },
    }
    const asked = { ...request, ...(callerTools && { callerTools }) }
    const beforeCall = async () => {
      if (made.isKept && !(await kept.called(id))) throw interrupted()
    }
    const converse: Converse = (follow) => conversations.converse(asked, { ...follow, beforeCall }, id).final
    run(following, made, converse, () => toCall)
  }

  /** What another process has begun, and died: made again, unless it was answered or somebody was called. */
  async function goOn(
    following: Following,
    { head, isHtml, isNamed, request, isCalled, isCancelled, person }: KeptTurn,
  ): Promise<void> {
    const made = { request: request!, isHtml, isKept: true, isNamed }
    const none = () => []
    if (isCancelled) {
      run(following, made, async () => nothingMade(), none).cancel()
      return
    }
    const turn = await store.turns.byId(following.turn.id)
    const answer = turn && readAnswer(turn)
    // What is kept of an answer is not whose state it was told with.
    const userState = () => (head.api?.person === undefined ? {} : store.people.state(person))
    if (answer) run(following, made, async () => ({ ...asFinal(answer), userState: await userState() }), none)
    else if (turn || isCalled) run(following, made, () => Promise.reject(interrupted()), none)
    else make(following, made)
  }

  function run(
    following: Following,
    { request, isHtml, isKept, isNamed }: Made,
    converse: Converse,
    toCall: () => readonly CallerCall[],
  ) {
    const { id, key, model, at, api } = following.turn
    const told = (more: readonly string[]) => ({
      ...{ head: { id, key, model, at, ...(api && { api }) }, isHtml, isNamed },
      pieces: [...following.pieces, ...more],
    })
    const { account, agent } = request
    const open = calls.beginTurn({ id, key, account, agent })
    const { signal, givenUp, stop, cancel, done } = open
    following.madeBy({ stop, cancel, isElsewhere: false })
    const keep = isKept
      ? async (piece: string) => {
          const isOurs = await kept.grow(told([piece])).catch(() => true)
          if (!isOurs) stop()
          return isOurs
        }
      : undefined
    const writing = createWriting(following, keep)
    const onProgress = ({ text, searching }: Pick<Progress, 'text' | 'searching'>) => {
      following.search(searching)
      // HTML is cleaned when it is whole: a piece of a tag is none.
      if (!isHtml) writing.grow(text)
    }
    // Whoever cancels a turn that stands in line, or does not end, hears nothing of why it came to nothing.
    const orNothing = (error: unknown) => {
      if (open.isCancelled) return nothingMade()
      throw error
    }

    async function answered(): Promise<TurnEnd> {
      const made = await Promise.race([converse({ signal, onProgress }), givenUp]).catch(orNothing)
      // One that was whole by then is told whole.
      const isCancelled = open.isCancelled && made.interrupted !== undefined
      await writing.settled()
      const { text } = following
      const end = apiEndOf(made, text, isCancelled)
      const broken = end.error && (isCancelled || end.error.code === 'stopped' ? 'stopped' : 'interrupted')
      if (api) return { text: end.answer.utterance, broken, calls: [], usage: noUsage, api: end }
      const { utterance, options } = made.answer
      const said = isHtml ? (await import('../html.ts')).cleanHtml(utterance) : utterance
      // Nothing that was not written is said in its place.
      const whole = isCancelled
        ? text
        : [said, options.map((one) => `- ${one}`).join('\n')].filter(Boolean).join('\n\n')
      return { text: whole || text, broken, calls: toCall(), usage: await usageOf(store, id) }
    }

    async function ended(): Promise<void> {
      const outcome = await answered().then(
        (end) => ({ end }),
        (error: unknown) => ({ error }),
      )
      await writing.settled()
      const rest = 'end' in outcome ? restOf(outcome.end.text, following.text) : []
      const end = () => kept.end(told(rest), asKept(outcome), isNamed && isAnswered(outcome))
      // Where it cannot be kept yet, those who follow it here still hear it.
      if (isKept && (await owed.write(id, end)) === false) return onLost(following)
      for (const piece of rest) following.add(piece)
      if ('end' in outcome) following.end(outcome.end)
      else following.fail(outcome.error)
    }

    void ended().finally(done)
    return { cancel }
  }

  return { make, goOn }
}

type Converse = (follow: {
  signal: AbortSignal
  onProgress(soFar: Pick<Progress, 'text' | 'searching'>): void
}) => Promise<DirectFinal>

/** Nobody is told it of such a turn. */
const noUsage: TurnUsage = { input: 0, output: 0, cached: 0, reasoning: 0 }

/** What was answered, or cancelled, is not made anew for whoever asks again. */
const isAnswered = (outcome: { end: TurnEnd } | { error: unknown }): boolean =>
  'end' in outcome && (!outcome.end.broken || outcome.end.api?.error?.code === 'cancelled')

/** What is yet to be said of a text. One that does not continue what was said is told whole at the end. */
function restOf(whole: string, said: string): string[] {
  return whole.length > said.length && whole.startsWith(said) ? [whole.slice(said.length)] : []
}

function asKept(outcome: { end: TurnEnd } | { error: unknown }): Outcome {
  if ('end' in outcome) return outcome
  const { code, say, status, faults, retryAfterMs } = asAppError(outcome.error)
  return { error: { code, say, status, faults, ...(retryAfterMs !== undefined && { retryAfterMs }) } }
}

/** Readers have a piece once it is kept, so that whoever goes on with the turn knows what they have. */
function createWriting(following: Following, keep?: (piece: string) => Promise<boolean>) {
  let waiting = ''
  let keeping: Promise<void> | undefined

  async function keepAll(): Promise<void> {
    while (waiting !== '') {
      const piece = waiting
      const isOurs = await keep!(piece)
      waiting = isOurs ? waiting.slice(piece.length) : ''
      if (isOurs) following.add(piece)
    }
    keeping = undefined
  }

  return {
    grow(longer: string): void {
      const [piece] = restOf(longer, following.text + waiting)
      if (piece === undefined) return
      if (!keep) return following.add(piece)
      waiting += piece
      keeping ??= keepAll()
    },
    settled: async (): Promise<void> => keeping,
  }
}

/** What the models that were asked counted, as far as their servers say. */
async function usageOf(store: Store, id: string): Promise<TurnUsage> {
  const trace: Partial<Trace> = (await traces(store.db).byId(id))?.trace ?? {}
  const { inputTokens = 0, outputTokens = 0, cachedTokens = 0, reasoningTokens = 0 } = trace.model ?? {}
  return { input: inputTokens, output: outputTokens, cached: cachedTokens, reasoning: reasoningTokens }
}
