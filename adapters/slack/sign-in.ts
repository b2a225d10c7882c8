import type { PlatformSignIn } from '../../src/ports/platform.ts'
import { uidOf } from './told.ts'

/** https://docs.slack.dev/authentication/sign-in-with-slack: the claims of its ID tokens are called after its address. */
export const signIn: PlatformSignIn = {
  name: 'Slack',
  knows: (issuer) => (issuer === 'https://slack.com' ? 'shared' : undefined),
  scope: 'openid',
  uids(claims) {
    const { user_id: user, team_id: team, enterprise_id: enterprise } = ofSlack(claims)
    if (user === undefined) return []
    // An organisation that installed the app for all of its workspaces has each of its people once.
    return [team, enterprise].flatMap((home) => (home === undefined ? [] : [uidOf(home, user)]))
  },
}

function ofSlack(claims: Readonly<Record<string, unknown>>): Partial<Record<string, string>> {
  const told = Object.entries(claims).filter(([name, value]) => name.startsWith(prefix) && typeof value === 'string')
  return Object.fromEntries(told.map(([name, value]) => [name.slice(prefix.length), value as string]))
}

const prefix = 'https://slack.com/'
