import { createHash } from 'node:crypto'
import type { AgentVersion } from '../../model/agent.ts'
import type { ConversationRequest } from '../../model/conversation.ts'
import type { CallerCall } from '../../model/tools.ts'
import type { Trace } from '../../model/trace.ts'
import type { Store } from '../../store/index.ts'
import { traces } from '../../store/traces.ts'
import type { DirectTurns } from '../../turns/direct.ts'
import { type Calls, interrupted } from '../calls.ts'

export interface TurnUsage {
  input: number
  output: number
  cached: number
  reasoning: number
}

export interface TurnEnd {
  text: string
  /** Why it is not whole. */
  broken: 'stopped' | 'interrupted' | undefined
  /** What the caller's program is to call, for the answer to go on. */
  calls: readonly CallerCall[]
  usage: TurnUsage
}

/** A turn that any number of responses may follow, each from its beginning, also after it has ended. */
export interface FollowedTurn {
  readonly id: string
  /** Of the key that asked. Nobody else's may follow it. */
  readonly key: string
  readonly model: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Resolves with the first text, or with the end. */
  readonly begun: Promise<void>
  /** Rejects with what there is no answer for. */
  readonly end: Promise<TurnEnd>
  /** Set once it has ended. */
  readonly isEnded: boolean
  /** The answer, piece by piece as it was written. What they make together is the text of the end. */
  pieces(): AsyncIterable<string>
  stop(): void
  /** Stops it because its caller says so: what it has by then is its answer, even if that is nothing. */
  cancel(): void
  /** Somebody follows it until the function is called. With `stops`, it is stopped when nobody has for a while. */
  follow(stops: boolean): () => void
}

export interface AskedTurn {
  request: ConversationRequest
  agent: AgentVersion
  key: string
  model: string
  /** What was sent, for telling a retry from another question. */
  body: unknown
}

export interface FollowedTurnsParts {
  conversations: DirectTurns
  calls: Calls
  store: Store
  now: () => number
}

/** OpenAI's SDK asks again after at most 8 s; whoever has left for longer does not come back. In milliseconds. */
const aloneMs = 9_000
/** How long an answer can be asked for again, in milliseconds. */
const keptMs = 300_000
const maxKept = 1000

export type FollowedTurns = ReturnType<typeof createFollowedTurns>

/**
 * The turns of OpenAI's protocol in this process. Its SDK repeats a call without a word that it does, so equal calls of one key are one turn
 * as long as that runs.
 */
export function createFollowedTurns({ conversations, calls, store, now }: FollowedTurnsParts) {
  const running = new Map<string, FollowedTurn>()
  const kept = new Map<string, FollowedTurn>()

  function keep(turn: FollowedTurn): void {
    kept.set(turn.id, turn)
    if (kept.size > maxKept) kept.delete(kept.keys().next().value!)
    const forget = () => setTimeout(() => kept.delete(turn.id), keptMs).unref()
    turn.end.then(forget, forget)
  }

  function begin({ request, agent, key, model }: AskedTurn): FollowedTurn {
    const isHtml = agent.document.agent.autoResponseSettings?.shouldUseHtmlResponse === true
    const pieces: string[] = []
    let text = ''
    let isEnded = false
    let isCancelled = false
    let followers = 0
    let leaving: NodeJS.Timeout | undefined
    let changed = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const grow = (longer: string) => {
      // What a text that does not continue the one before says is told at the end.
      if (longer.length <= text.length || !longer.startsWith(text)) return
      pieces.push(longer.slice(text.length))
      text = longer
      begun.resolve()
      tell()
    }
    const tell = () => {
      changed.resolve()
      changed = Promise.withResolvers()
    }
    const { signal, givenUp, stop, done } = calls.beginTurn()
    // HTML is cleaned when it is whole: a piece of a tag is none.
    const onProgress = (soFar: { text: string }) => void (isHtml || grow(soFar.text))
    let toCall: readonly CallerCall[] = []
    const callerTools = request.callerTools && {
      ...request.callerTools,
      onCalls: (calls: readonly CallerCall[]) => {
        toCall = calls
      },
    }
    const asked = { ...request, ...(callerTools && { callerTools }) }
    const { id, final } = conversations.converse(asked, { signal, onProgress })

    async function ended(): Promise<TurnEnd> {
      try {
        const made = await Promise.race([final, givenUp])
        if (made.interrupted && text === '' && !isCancelled) throw interrupted()
        const { utterance, options } = made.answer
        const said = isHtml ? (await import('../html.ts')).cleanHtml(utterance) : utterance
        // Nothing that was not written is said in its place.
        const whole = isCancelled
          ? text
          : [said, options.map((one) => `- ${one}`).join('\n')].filter(Boolean).join('\n\n')
        grow(whole)
        const broken = made.interrupted && (made.interrupted.code === 'stopped' ? 'stopped' : 'interrupted')
        return { text: text || whole, broken, calls: toCall, usage: await usageOf(id) }
      } finally {
        done()
        clearTimeout(leaving)
        isEnded = true
        begun.resolve()
        tell()
      }
    }

    const end = ended()
    end.catch(() => {})
    return {
      ...{ id, key, model, end, stop, at: now(), begun: begun.promise },
      get isEnded() {
        return isEnded
      },
      cancel() {
        isCancelled ||= !isEnded
        stop()
      },
      async *pieces() {
        for (let at = 0; ; at++) {
          while (at >= pieces.length && !isEnded) await changed.promise
          if (at >= pieces.length) return
          yield pieces[at]!
        }
      },
      follow(stops) {
        followers++
        clearTimeout(leaving)
        return () => {
          if (--followers === 0 && stops && !isEnded) leaving = setTimeout(stop, aloneMs)
        }
      },
    }
  }

  /** What the models that were asked counted, as far as their servers say. */
  async function usageOf(id: string): Promise<TurnUsage> {
    const trace: Partial<Trace> = (await traces(store.db).byId(id))?.trace ?? {}
    const { inputTokens = 0, outputTokens = 0, cachedTokens = 0, reasoningTokens = 0 } = trace.model ?? {}
    return { input: inputTokens, output: outputTokens, cached: cachedTokens, reasoning: reasoningTokens }
  }

  return {
    /** A turn that is running for an equal call of this key, or a new one. */
    async ask(asked: AskedTurn, mayBegin: () => Promise<void>): Promise<FollowedTurn> {
      const name = createHash('sha256')
        .update(JSON.stringify([asked.key, asked.body]))
        .digest('base64')
      const twin = running.get(name)
      if (twin) return twin
      await mayBegin()
      const since = running.get(name)
      if (since) return since
      const turn = begin(asked)
      running.set(name, turn)
      const over = () => void running.delete(name)
      turn.end.then(over, over)
      keep(turn)
      return turn
    },
    find(id: string, key: string): FollowedTurn | undefined {
      const turn = kept.get(id)
      return turn?.key === key ? turn : undefined
    },
  }
}
