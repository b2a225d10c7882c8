import { createHash } from 'node:crypto'
import type { SignOn, SignOnServer } from '../../src/ports/sign-on.ts'
import { type Granted, ToolAuthFailure } from '../../src/ports/tools.ts'
import { type OnBehalf, OnBehalfRefused } from './on-behalf.ts'
import type { Held, TokenStore } from './token-store.ts'

/** `user`: as Teams calls them for this app. */
interface Person {
  tenant: string
  user: string
}

/** What is kept of somebody, encrypted: whose token it is, and what for. `had`: the hash of the last. */
type Kept = Person & SignOnServer & { had: string }

/** Tokens of people for servers of tools, out of what Microsoft keeps of their sign-in. */
export interface PeopleTokens extends SignOn {
  /** Of whoever is signed in already, or with the code that signing in by hand ended with. */
  held(person: Person & { code?: string }, server: SignOnServer, signal: AbortSignal): Promise<Granted | undefined>
  /** By what Teams has given one of their devices. */
  exchanged(person: Person & { token: string }, server: SignOnServer, signal: AbortSignal): Promise<Granted | undefined>
}

export function createPeopleTokens(parts: {
  store: TokenStore
  onBehalf: OnBehalf
  /** The origins of the servers that the operator lets such tokens go to. */
  servers: readonly string[]
  now: () => number
}): PeopleTokens {
  const { store, onBehalf, servers, now } = parts

  const takes = (url: string): boolean => URL.canParse(url) && servers.includes(new URL(url).origin)

  async function granted({ tenant, user }: Person, server: SignOnServer, held: Held | undefined, signal: AbortSignal) {
    if (!held) return undefined
    const { url, scope } = server
    if (!takes(url)) throw new ToolAuthFailure('unsuitable', 'the operator lets no such token go to that server')
    const { token, expiresAt } =
      scope === undefined ? held : await onBehalf({ tenant, assertion: held.token, scope }, signal)
    const kept: Kept = { tenant, user, url, ...(scope !== undefined && { scope }), had: hashOf(token) }
    return { token, ...(expiresAt !== undefined && { expiresAt }), kept: JSON.stringify(kept) }
  }

  return {
    takes,

    async held({ code, ...person }, server, signal) {
      const whose = { user: person.user, ...(code !== undefined && { code }) }
      return granted(person, server, await store.get(whose, signal), signal)
    },

    async exchanged({ token, ...person }, server, signal) {
      return granted(person, server, await store.exchange(person.user, token, signal), signal)
    },

    async refresh(text, signal) {
      const kept = JSON.parse(text) as Kept
      // Whom it may not go to any more has it no longer.
      if (!takes(kept.url)) return undefined
      try {
        const next = await granted(kept, kept, await store.get({ user: kept.user }, signal), signal)
        const isOver = next?.expiresAt !== undefined && next.expiresAt <= now() + EARLY_MS
        if (!next || isOver || hashOf(next.token) !== kept.had) return next
        // It is good by its time, and the server has not taken it: whoever signs in anew has another one.
        await store.signOut(kept.user, signal)
        return undefined
      } catch (error) {
        if (error instanceof OnBehalfRefused && error.isTheirs) return undefined
        throw error
      }
    },

    revoke: (text, signal) => store.signOut((JSON.parse(text) as Kept).user, signal),
  }
}

/** Whoever has a token refreshes it so long before its end. */
const EARLY_MS = 60_000

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')
