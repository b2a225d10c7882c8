import { AppError } from '../lib/errors.ts'
import type { Texts } from '../lib/language.ts'
import { type Claims, type ConsoleIssuer, type Identities, IdentityFailure } from '../ports/identities.ts'
import type { PlatformFacts } from '../ports/platform.ts'
import type { Secrets } from '../ports/secrets.ts'
import type { ConsoleAdmin, Opened } from './console.ts'
import { consoleWords as words } from './words/index.ts'

/** Getting into the console by somebody else's word on who one is (OpenID Connect). */
export interface SignIn {
  /** Whom one may sign in with; nobody, where nobody is configured. */
  readonly ways: readonly { id: string; name: string }[]
  /**
   * Where to send a browser, and what it has to keep until it is back, for ten minutes: nobody can read it, and nobody else's will do. `to` is
   * where it wanted to go. 404 `issuer_not_found`, 503 `issuer_unreachable`.
   */
  begin(id: string, to: string): Promise<{ url: string; sealed: string }>
  /**
   * Signs in whoever has come back, with `params` behind the address and with what their browser has kept. 410 `sign_in_gone`, 403
   * `sign_in_denied`, `sign_in_untrue`, `sign_in_unverified`, `sign_in_stranger`, 503 `issuer_unreachable`.
   */
  finish(id: string, params: URLSearchParams, sealed: string | undefined): Promise<Opened & { to: string }>
}

/** How long somebody may take to say who they are. */
export const signInMs = 600_000
const context = 'console:sign-in'

export interface SignInParts {
  issuers?: readonly ConsoleIssuer[] | undefined
  identities?: Identities | undefined
  platforms: readonly PlatformFacts[]
  console: ConsoleAdmin
  secrets: Secrets
  now: () => number
}

interface Begun {
  id: string
  kept: string
  to: string
  until: number
}

export function createSignIn(parts: SignInParts): SignIn {
  const { issuers = [], identities, platforms, console, secrets, now } = parts
  const redirectUrl = ({ id }: ConsoleIssuer) => `${console.url}/console/oidc/${id}`

  function known(id: string): { issuer: ConsoleIssuer; identities: Identities } {
    const issuer = issuers.find((one) => one.id === id)
    if (!issuer || !identities) throw new AppError('issuer_not_found', words.noIssuer, { status: 404 })
    return { issuer, identities }
  }

  /** What was begun in this browser with this issuer: what another issuer sends back is never taken for it. */
  function begunWith(id: string, sealed: string | undefined): Begun {
    const begun = sealed === undefined ? undefined : read(sealed)
    if (begun?.id !== id || begun.until <= now()) throw gone()
    return begun
  }

  function read(sealed: string): Begun | undefined {
    try {
      return JSON.parse(secrets.open(sealed, context))
    } catch {
      return undefined
    }
  }

  return {
    ways: issuers.map(({ id, name }) => ({ id, name })),

    async begin(id, to) {
      const { issuer, identities } = known(id)
      const { url, kept } = await telling(issuer, identities.begin(issuer, redirectUrl(issuer)))
      const begun: Begun = { id, kept, to, until: now() + signInMs }
      return { url, sealed: secrets.seal(JSON.stringify(begun), context) }
    },

    async finish(id, params, sealed) {
      const { issuer, identities } = known(id)
      const { kept, to } = begunWith(id, sealed)
      const { people } = issuer
      const wanted = people === 'platform' ? [] : wantedFor(people.claim)
      const claims = await telling(issuer, identities.finish(issuer, redirectUrl(issuer), { params, kept, wanted }))
      const { uids, who } = people === 'platform' ? onPlatform(issuer, claims, platforms) : listed(issuer, claims)
      for (const uid of uids) {
        const opened = await console.admit(issuer.account, uid, issuer.name)
        if (opened) return { ...opened, to }
      }
      throw stranger(words.stranger(issuer.name, who))
    },
  }
}

/** Whoever a claim names, and the uids that may be theirs. */
interface Named {
  who: string
  uids: readonly string[]
}

function onPlatform({ issuer, name }: ConsoleIssuer, claims: Claims, platforms: readonly PlatformFacts[]): Named {
  const platform = platforms.find(({ signIn }) => signIn?.knows(issuer) !== undefined)
  const uids = platform?.signIn?.uids(claims).filter((uid) => platform.person.test(uid)) ?? []
  if (uids.length === 0) throw stranger(words.untold(name))
  return { who: uids[0]!, uids }
}

/** An address is somebody's only once the issuer has seen that it is. */
const wantedFor = (claim: string): string[] => (claim === 'email' ? ['email', 'email_verified'] : [claim])

function listed({ name, people }: ConsoleIssuer, claims: Claims): Named {
  const { claim, uids } = people as Exclude<ConsoleIssuer['people'], 'platform'>
  const who = claims[claim]
  if (typeof who !== 'string' || who === '') throw stranger(words.untold(name))
  if (claim === 'email' && claims['email_verified'] !== true)
    throw new AppError('sign_in_unverified', words.unverified(name, who), { status: 403 })
  return { who, uids: Object.hasOwn(uids, who) ? [uids[who]!] : [] }
}

const stranger = (say: Texts) => new AppError('sign_in_stranger', say, { status: 403 })
const gone = (cause?: unknown) => new AppError('sign_in_gone', words.signInIsGone, { status: 410, cause })

/** What went wrong at an issuer, as somebody hears it. */
async function telling<T>({ name }: ConsoleIssuer, asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (cause) {
    if (!(cause instanceof IdentityFailure)) throw cause
    switch (cause.kind) {
      case 'away':
        throw new AppError('issuer_unreachable', words.issuerAway(name), { status: 503, retryAfterMs: 5000, cause })
      case 'foreign':
        throw gone(cause)
      case 'denied':
        throw new AppError('sign_in_denied', words.denied(name), { status: 403, cause })
      case 'untrue':
        throw new AppError('sign_in_untrue', words.untrue(name), { status: 403, cause })
    }
  }
}
