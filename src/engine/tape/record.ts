import type { ConversationRequest, Final } from '../../model/conversation.ts'
import type { Tape, TapedRequest } from '../../model/tape.ts'
import type { AnswerDraft } from '../draft.ts'
import { answerHash, type FoundOnTape, hashOf, type TurnTape } from './index.ts'

/** In UTF-16 units, as JSON. Beside a message of ordinary length it is some hundred. */
const maxTape = 32_000

export interface RecordedTape extends TurnTape {
  /** What was recorded on the way to this answer; undefined where nothing is kept of it, or where it can never be made again. */
  of(draft: AnswerDraft, final: Final): Omit<Tape, 'turn'> | undefined
}

export function recordTape(): RecordedTape {
  const taken: Tape['taken'] = []
  const picks: number[] = []
  let at: number | undefined
  let isLearning = false
  return {
    played: false,
    now(read) {
      const now = read()
      at ??= now
      return now
    },
    random(draw) {
      const pick = draw()
      picks.push(pick)
      return pick
    },
    async take(kind, of, ask) {
      const value = await ask()
      if (!isNothing(value)) taken.push([kind, of, value])
      return value
    },
    async find(of, ask) {
      const { revision = '', hits, withoutVectors } = await ask()
      const found: FoundOnTape = { revision, hits: hits.map(({ id, score }) => [id, score]) }
      taken.push(['find', of, withoutVectors === undefined ? found : { ...found, withoutVectors }])
      return { revision, hits, ...(withoutVectors !== undefined && { withoutVectors }) }
    },
    unlearned() {
      isLearning = true
    },

    of({ known, request, agent }, { answer, trace, interrupted, handover }) {
      // Words of others stand in what is asked about handing over, and a call that was agreed to is made once.
      const isOnce = request.approval !== undefined || handover !== undefined || trace.handover !== undefined
      if (known.key === undefined || interrupted || isOnce || at === undefined) return undefined
      const tape = {
        ...{ version: agent.version, at, said: hashOf(request.utterance), answer: answerHash(answer) },
        ...{ source: trace.source, request: requestOf(request), picks, taken },
        ...(isLearning && { lacks: 'learning' as const }),
      }
      // Most turns read nothing, and were brought nothing that can be long.
      const mayBeLarge = taken.length > 0 || request.state || request.startUtterance || request.fired
      const isLarge = mayBeLarge && JSON.stringify(tape).length > maxTape
      return isLarge ? { ...tape, request: {}, picks: [], taken: [], lacks: 'large' } : tape
    },
  }
}

/** Most people have no state, and are in no scenario. */
const isNothing = (value: unknown): boolean =>
  value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)

function requestOf(request: ConversationRequest): TapedRequest {
  const { locale, state, startUtterance, disableAiResponse, disableHistory, fired, wantsPerson, mayPost } = request
  return {
    ...(locale !== undefined && { locale }),
    ...(state && { state }),
    ...(startUtterance !== undefined && { startUtterance }),
    ...(disableAiResponse && { disableAiResponse }),
    ...(disableHistory && { disableHistory }),
    ...(fired && { fired }),
    ...(wantsPerson && { wantsPerson }),
    ...(mayPost && { mayPost }),
  }
}
