/** Where Microsoft is: each of its clouds has addresses of its own, and knows nothing of the others. */
export interface Cloud {
  loginUrl: string
  /** The tenant that gives bots of the older kind, which everybody may install, their tokens. */
  botTenant: string
  /** Whose tokens Teams sends with what it tells, and whom ours are for. */
  api: string
  /** Keeps what people have signed in with at the OAuth connections of bots. */
  tokenStoreUrl: string
  /** Says where the keys are that Teams signs with. */
  openIdUrl: string
  /** Where an app reads messages and files. */
  graphUrl: string
  /** Takes calls about any tenant; of 21Vianet no such address is documented. */
  serviceUrl?: string
}

const openIdAt = (host: string): string => `https://${host}/v1/.well-known/openidconfiguration`
const american = {
  loginUrl: 'https://login.microsoftonline.us',
  botTenant: 'MicrosoftServices.onmicrosoft.us',
  api: 'https://api.botframework.us',
  openIdUrl: openIdAt('login.botframework.azure.us'),
}

/**
 * By their names for operators. GCC is `Public`. As Microsoft's SDK has them (@microsoft/teams.api 2.1.0, `auth/cloud-environment`), and
 * https://learn.microsoft.com/en-us/graph/deployments of Graph.
 */
export const CLOUDS = {
  Public: {
    loginUrl: 'https://login.microsoftonline.com',
    botTenant: 'botframework.com',
    api: 'https://api.botframework.com',
    tokenStoreUrl: 'https://token.botframework.com',
    openIdUrl: openIdAt('login.botframework.com'),
    graphUrl: 'https://graph.microsoft.com',
    serviceUrl: 'https://smba.trafficmanager.net/teams',
  },
  GCCHigh: {
    ...american,
    tokenStoreUrl: 'https://tokengcch.botframework.azure.us',
    graphUrl: 'https://graph.microsoft.us',
    serviceUrl: 'https://smba.infra.gov.teams.microsoft.us/teams',
  },
  DoD: {
    ...american,
    tokenStoreUrl: 'https://apidod.botframework.azure.us',
    graphUrl: 'https://dod-graph.microsoft.us',
    serviceUrl: 'https://smba.infra.dod.teams.microsoft.us/teams',
  },
  China: {
    loginUrl: 'https://login.partner.microsoftonline.cn',
    botTenant: 'microsoftservices.partner.onmschina.cn',
    api: 'https://api.botframework.azure.cn',
    tokenStoreUrl: 'https://token.botframework.azure.cn',
    openIdUrl: openIdAt('login.botframework.azure.cn'),
    graphUrl: 'https://microsoftgraph.chinacloudapi.cn',
  },
} as const satisfies Record<string, Cloud>
export type CloudName = keyof typeof CLOUDS

/** Documented: tenants of the American government's public cloud have their own, which a refusal by the common one tells. */
export const GOVERNMENT_URL = 'https://smba.infra.gcc.teams.microsoft.com/teams'

/** What a token has to be for, to be taken at `api`. */
export const scopeOf = (api: string): string => `${api}/.default`

/** Bots of one tenant get their token there; the older kind from Microsoft's own for bots. */
export function tokenUrlOf(
  { loginUrl, botTenant }: Pick<Cloud, 'loginUrl' | 'botTenant'>,
  { tenant, type }: { tenant: string; type: string },
): string {
  return `${loginUrl}/${type === 'MultiTenant' ? botTenant : tenant}/oauth2/v2.0/token`
}
