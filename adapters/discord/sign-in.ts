import type { PlatformSignIn } from '../../src/ports/platform.ts'

/**
 * Its metadata (https://discord.com/.well-known/openid-configuration) names no scopes; with `openid` its ID tokens hold the user's id as
 * `sub` and nothing else of them (discord/discord-api-docs#7460), which is all that is needed.
 */
export const signIn: PlatformSignIn = {
  name: 'Discord',
  knows: (issuer) => (issuer === 'https://discord.com' ? 'shared' : undefined),
  scope: 'openid',
  uids: ({ sub }) => (typeof sub === 'string' ? [`discord_${sub}`] : []),
}
