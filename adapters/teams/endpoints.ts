/** Where Microsoft is, unless an operator says otherwise. */
export const LOGIN_URL = 'https://login.microsoftonline.com'
/** Where an app reads messages and files. */
export const GRAPH_URL = 'https://graph.microsoft.com'
/** Says where the keys are that Teams signs with. */
export const OPENID_URL = 'https://login.botframework.com/v1/.well-known/openidconfiguration'

/** Documented: tenants of the American government's public cloud have their own, which a refusal by the common one tells. */
export const GOVERNMENT_URL = 'https://smba.infra.gcc.teams.microsoft.com/teams'

/** Bots of one tenant get their token there; the older kind, which everybody may install, from Microsoft's own for bots. */
export function tokenUrlOf({ loginUrl, tenant, type }: { loginUrl: string; tenant: string; type: string }): string {
  return `${loginUrl}/${type === 'MultiTenant' ? 'botframework.com' : tenant}/oauth2/v2.0/token`
}
