import type { TokenAnswer } from '../../adapters/web/view.ts'
import { answered } from './problem.ts'

/** Where the page keeps what outlives it. */
export interface Kept {
  getItem(name: string): string | null
  setItem(name: string, value: string): void
  removeItem(name: string): void
}

export interface TokensParts {
  server: string
  agent: string
  tokenUrl: string | undefined
  language: string
  fetch: typeof fetch
  kept: Kept
}

const renewBeforeMs = 60_000

interface Token {
  value: string
  until: number
}

/** The token that says who the visitor is; another one before it expires. */
export function createTokens({ server, agent, tokenUrl, language, fetch, kept }: TokensParts) {
  const proofName = `parley:${server}:${agent}:visitor`
  let token: Token | undefined
  let fetching: Promise<Token> | undefined

  async function fetchToken(): Promise<Token> {
    const headers = { 'content-type': 'application/json', 'accept-language': language }
    const response = tokenUrl
      ? await fetch(tokenUrl, { method: 'POST', headers, body: JSON.stringify({ agent }), credentials: 'include' })
      : await fetch(`${server}/web/visitors`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ agent, proof: kept.getItem(proofName) ?? undefined }),
        })
    const { token: value, expiresAt, proof } = (await (await answered(response)).json()) as TokenAnswer
    if (proof !== undefined) kept.setItem(proofName, proof)
    return { value, until: Date.parse(expiresAt) }
  }

  return {
    async now(): Promise<string> {
      if (token && token.until - renewBeforeMs > Date.now()) return token.value
      // Whoever asks meanwhile waits for the same one: each would be somebody else. So would each window.
      fetching ??= (tokenUrl ? fetchToken() : inTurn(proofName, fetchToken)).finally(() => {
        fetching = undefined
      })
      token = await fetching
      return token.value
    },
    /** It was refused, whatever it says of itself. */
    drop(): void {
      token = undefined
    },
  }
}

/** One window of this browser after the other, where it can tell. */
async function inTurn<T>(name: string, act: () => Promise<T>): Promise<T> {
  const { locks } = (globalThis.navigator ?? {}) as {
    locks?: { request(name: string, act: () => Promise<T>): Promise<T> }
  }
  return locks ? locks.request(name, act) : act()
}
