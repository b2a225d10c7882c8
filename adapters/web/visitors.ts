import { randomBytes } from 'node:crypto'
import { AppError } from '../../src/lib/errors.ts'
import {
  type VisitorClaims,
  visitorClaimsSchema,
  visitorTokenContext,
  visitorTokenMs,
} from '../../src/model/visitor.ts'
import type { Secrets } from '../../src/ports/secrets.ts'
import type { Site } from './settings.ts'
import type { TokenAnswer } from './view.ts'
import { words } from './words/index.ts'

/** What a browser keeps by which somebody without a name is known again. */
const proofContext = 'web:proof'

export type Visitors = ReturnType<typeof createVisitors>

/** Who visitors are: whom the site's server vouches for, and those whom it lets in without. */
export function createVisitors({ secrets, now }: { secrets: Secrets; now: () => number }) {
  function opened(sealed: string, context: string): unknown {
    try {
      return JSON.parse(secrets.open(sealed, context))
    } catch {
      return undefined
    }
  }

  return {
    /** What a token says, or why it opens nothing: it is none, has expired, or was made for a page of another origin. */
    claims(token: string, origin: string | undefined): VisitorClaims | AppError {
      const read = visitorClaimsSchema.safeParse(opened(token, visitorTokenContext))
      if (!read.success || (origin !== undefined && read.data.origin !== origin))
        return new AppError('invalid_token', words.tokenRefused, { status: 401 })
      if (read.data.until <= now()) return new AppError('token_expired', words.tokenExpired, { status: 401 })
      return read.data
    },

    /** Who somebody without a name was when they were here before. */
    known({ agent }: Site, proof: string | undefined): string | undefined {
      const known = proof === undefined ? undefined : (opened(proof, proofContext) as ProofClaims | undefined)
      return known?.agent === agent ? known.uid : undefined
    },

    /** For somebody of whom nothing is known but, if they were here before, who they were then. */
    anonymous({ agent }: Site, origin: string, known: string | undefined): TokenAnswer {
      const uid = known ?? `web_${randomBytes(16).toString('hex')}`
      const until = now() + visitorTokenMs
      const claims: VisitorClaims = { agent, uid, origin, until }
      return {
        token: secrets.seal(JSON.stringify(claims), visitorTokenContext),
        expiresAt: new Date(until).toISOString(),
        proof: secrets.seal(JSON.stringify({ agent, uid } satisfies ProofClaims), proofContext),
      }
    },
  }
}

interface ProofClaims {
  agent: string
  uid: string
}
