import type { PlatformSignIn } from '../../src/ports/platform.ts'

/** Entra, in any of its clouds: with the id of a tenant, or a word for the tenants of everybody. */
const issuers = /^https:\/\/login\.(?:microsoftonline\.(?:com|us)|partner\.microsoftonline\.cn)\/([^/]+)\/v2\.0$/
const everybodys = ['common', 'organizations', 'consumers']

/**
 * https://learn.microsoft.com/entra/identity-platform/id-token-claims-reference: `oid` and `tid`, which come with `profile`, are who
 * somebody is; `sub` is another one for each app, and an address may be written by whoever owns the tenant.
 */
export const signIn: PlatformSignIn = {
  name: 'Microsoft',
  knows(issuer) {
    const tenant = issuers.exec(issuer)?.[1]
    if (tenant === undefined) return undefined
    return everybodys.includes(tenant) ? 'shared' : 'own'
  },
  scope: 'openid profile',
  uids: ({ tid, oid }) =>
    typeof tid === 'string' && typeof oid === 'string' ? [`teams_${tid}_${oid.toLowerCase()}`] : [],
}
