import { z } from 'zod'
import { AppError } from '../lib/errors.ts'
import type { Talk } from '../model/talk.ts'
import type { Secrets } from '../ports/secrets.ts'
import { sentences } from './words/index.ts'

/** Told beside the answer of a draft. */
export interface DraftTold {
  revision: string
  /** Webhooks and tools that it would have called. */
  uncalled: string[]
  /** Sent with the next utterance, that one goes on from this. */
  talk: string
  /** The talk that was sent is of another state of the draft: this answer began anew. */
  isAnew: boolean
}

/** A talk with a draft is kept by whoever talks, sealed: it goes on with the state of the draft that it began with. */
interface Of {
  secrets: Secrets
  agent: string
  revision: string
}

const contextOf = ({ agent }: Of) => `talk:${agent}`
const keptSchema = z.object({ revision: z.string(), talk: z.custom<Talk>() })

export const sealTalk = (talk: Talk, of: Of): string =>
  of.secrets.seal(JSON.stringify({ revision: of.revision, talk }), contextOf(of))

/** What only we could have written. Undefined: it is of another state of the draft. 400 where it is none of ours. */
export function openTalk(given: string, of: Of): Talk | undefined {
  try {
    const kept = keptSchema.parse(JSON.parse(of.secrets.open(given, contextOf(of))))
    return kept.revision === of.revision ? kept.talk : undefined
  } catch (error) {
    const faults = [{ path: 'talk', message: 'is none that an answer of this agent told' }]
    throw new AppError('invalid_request', sentences.invalidBody, { faults, cause: error })
  }
}
