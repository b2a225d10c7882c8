import type { createAccess, TeamsApp } from './access.ts'
import { createPeopleTokens } from './people-tokens.ts'
import { createTokenStore } from './token-store.ts'

/** What an operator sets for single sign-on. */
export interface SsoSettings {
  /** The name of an OAuth connection of the Azure Bot. */
  connection: string
  /** The origins of the servers of tools that people's tokens may go to. */
  servers: readonly string[]
}

/** People as an OAuth connection of the bot knows them. `url`: of the token store. */
export function createPeople(
  parts: SsoSettings & {
    url: string
    app: TeamsApp
    access: ReturnType<typeof createAccess>
    now: () => number
  },
) {
  const { connection, servers, url, app, access, now } = parts
  const { appId } = app
  const store = createTokenStore({ url, appId, connection, tokens: access.teams })
  const tokens = createPeopleTokens({ store, onBehalf: access.onBehalf, servers, now })
  return { store, tokens, connection, appId }
}
