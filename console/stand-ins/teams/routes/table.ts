/** What the service can be asked, by the names that faults and records use. */
export type Route =
  | 'POST conversations'
  | 'GET conversation'
  | 'POST activities'
  | 'POST reply'
  | 'PUT activity'
  | 'DELETE activity'
  | 'PUT reaction'
  | 'DELETE reaction'
  | 'GET members'
  | 'GET pagedmembers'
  | 'GET member'
  | 'GET activity members'
  | 'GET team'
  | 'GET channels'
  | 'GET attachment'
  | 'GET view'
  | 'GET download'
  | 'PUT upload'
  | 'GET graph message'
  | 'GET graph messages'
  | 'GET graph reply'
  | 'GET graph replies'
  | 'GET graph chat message'
  | 'GET graph chat messages'
  | 'GET graph hosted'
  | 'GET graph shared'
  | 'GET sign-in resource'
  | 'GET user token'
  | 'GET token status'
  | 'POST exchange'
  | 'DELETE user token'
  | 'POST token'
  | 'GET identity'
  | 'GET openid'
  | 'GET keys'

interface Entry {
  route: Route
  method: string
  path: RegExp
  /** Whether it is the connector's, Graph's or the token store's: it takes an access token for that, and but for the last counts against its rates. */
  budget?: 'change' | 'members' | 'other' | 'graph' | 'store'
}

const CHANNEL_MESSAGES = '/graph/v1\\.0/teams/([^/]+)/channels/([^/]+)/messages'
const CHAT_MESSAGES = '/graph/v1\\.0/chats/([^/]+)/messages'
const CONVERSATION = '/teams/v3/conversations/([^/]+)'
const REACTION = `^${CONVERSATION}/activities/([^/]+)/reactions/([^/]+)$`

export const TABLE: readonly Entry[] = [
  { route: 'POST conversations', method: 'POST', path: /^\/teams\/v3\/conversations\/?$/, budget: 'change' },
  { route: 'GET conversation', method: 'GET', path: new RegExp(`^${CONVERSATION}$`), budget: 'members' },
  { route: 'POST activities', method: 'POST', path: new RegExp(`^${CONVERSATION}/activities/?$`), budget: 'change' },
  { route: 'POST reply', method: 'POST', path: new RegExp(`^${CONVERSATION}/activities/([^/]+)$`), budget: 'change' },
  { route: 'PUT activity', method: 'PUT', path: new RegExp(`^${CONVERSATION}/activities/([^/]+)$`), budget: 'change' },
  {
    route: 'DELETE activity',
    method: 'DELETE',
    path: new RegExp(`^${CONVERSATION}/activities/([^/]+)$`),
    budget: 'change',
  },
  { route: 'PUT reaction', method: 'PUT', path: new RegExp(REACTION), budget: 'change' },
  { route: 'DELETE reaction', method: 'DELETE', path: new RegExp(REACTION), budget: 'change' },
  { route: 'GET members', method: 'GET', path: new RegExp(`^${CONVERSATION}/members$`), budget: 'members' },
  { route: 'GET pagedmembers', method: 'GET', path: new RegExp(`^${CONVERSATION}/pagedmembers$`), budget: 'members' },
  { route: 'GET member', method: 'GET', path: new RegExp(`^${CONVERSATION}/members/([^/]+)$`), budget: 'members' },
  {
    route: 'GET activity members',
    method: 'GET',
    path: new RegExp(`^${CONVERSATION}/activities/([^/]+)/members$`),
    budget: 'members',
  },
  { route: 'GET team', method: 'GET', path: /^\/teams\/v3\/teams\/([^/]+)$/, budget: 'other' },
  { route: 'GET channels', method: 'GET', path: /^\/teams\/v3\/teams\/([^/]+)\/conversations$/, budget: 'other' },
  { route: 'GET attachment', method: 'GET', path: /^\/teams\/v3\/attachments\/([^/]+)$/, budget: 'other' },
  { route: 'GET view', method: 'GET', path: /^\/teams\/v3\/attachments\/([^/]+)\/views\/([^/]+)$/, budget: 'other' },
  { route: 'GET graph messages', method: 'GET', path: new RegExp(`^${CHANNEL_MESSAGES}$`), budget: 'graph' },
  { route: 'GET graph message', method: 'GET', path: new RegExp(`^${CHANNEL_MESSAGES}/([^/]+)$`), budget: 'graph' },
  {
    route: 'GET graph replies',
    method: 'GET',
    path: new RegExp(`^${CHANNEL_MESSAGES}/([^/]+)/replies$`),
    budget: 'graph',
  },
  {
    route: 'GET graph reply',
    method: 'GET',
    path: new RegExp(`^${CHANNEL_MESSAGES}/([^/]+)/replies/([^/]+)$`),
    budget: 'graph',
  },
  { route: 'GET graph chat messages', method: 'GET', path: new RegExp(`^${CHAT_MESSAGES}$`), budget: 'graph' },
  { route: 'GET graph chat message', method: 'GET', path: new RegExp(`^${CHAT_MESSAGES}/([^/]+)$`), budget: 'graph' },
  {
    route: 'GET graph hosted',
    method: 'GET',
    path: /^\/graph\/v1\.0\/(?:teams|chats)\/([^/]+)\/(?:.+\/)?messages\/.+\/hostedContents\/([^/]+)\/\$value$/,
    budget: 'graph',
  },
  {
    route: 'GET graph shared',
    method: 'GET',
    path: /^\/graph\/v1\.0\/shares\/([^/]+)\/driveItem\/content$/,
    budget: 'graph',
  },
  { route: 'GET download', method: 'GET', path: /^\/download\/([^/]+)$/ },
  { route: 'PUT upload', method: 'PUT', path: /^\/upload\/([^/]+)$/ },
  {
    route: 'GET sign-in resource',
    method: 'GET',
    path: /^\/tokens\/api\/botsignin\/GetSignInResource$/,
    budget: 'store',
  },
  { route: 'GET user token', method: 'GET', path: /^\/tokens\/api\/usertoken\/GetToken$/, budget: 'store' },
  { route: 'GET token status', method: 'GET', path: /^\/tokens\/api\/usertoken\/GetTokenStatus$/, budget: 'store' },
  { route: 'POST exchange', method: 'POST', path: /^\/tokens\/api\/usertoken\/exchange$/, budget: 'store' },
  { route: 'DELETE user token', method: 'DELETE', path: /^\/tokens\/api\/usertoken\/SignOut$/, budget: 'store' },
  { route: 'POST token', method: 'POST', path: /^\/login\/([^/]+)\/oauth2\/(v2\.0\/)?token$/ },
  { route: 'GET identity', method: 'GET', path: /^\/metadata\/identity\/oauth2\/token$/ },
  { route: 'GET openid', method: 'GET', path: /^\/v1\/\.well-known\/openidconfiguration$/ },
  { route: 'GET keys', method: 'GET', path: /^\/v1\/\.well-known\/keys$/ },
]

export const ROUTES: ReadonlySet<Route> = new Set(TABLE.map(({ route }) => route))
export const CONNECTOR_ROUTES: ReadonlySet<Route> = new Set(
  TABLE.filter(({ budget }) => budget && budget !== 'graph' && budget !== 'store').map(({ route }) => route),
)

export interface Match {
  entry: Entry
  params: string[]
}

/** `no_method`: there is something at this path, but not for this method. */
export function match(method: string, path: string): Match | 'no_method' | undefined {
  let isKnownPath = false
  for (const entry of TABLE) {
    const found = entry.path.exec(path)
    if (!found) continue
    if (entry.method === method) {
      const params = decoded(found.slice(1))
      return params && { entry, params }
    }
    isKnownPath = true
  }
  return isKnownPath ? 'no_method' : undefined
}

function decoded(params: (string | undefined)[]): string[] | undefined {
  try {
    return params.map((param) => decodeURIComponent(param ?? ''))
  } catch {
    return undefined
  }
}
