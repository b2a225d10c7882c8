export interface RedisHost {
  host: string
  port: number
}

/** As whom Redis is spoken to. */
export interface RedisLogin {
  username?: string
  password?: string
}

interface Several {
  /** Some of them; the others are learnt from these. */
  hosts: RedisHost[]
  login: RedisLogin
  tls: boolean
}

/** Where Redis is. `named`: how people may be told of it, without a password. */
export type RedisPlace = { named: string } & (
  | { kind: 'server'; url: string }
  | ({ kind: 'sentinel'; master: string; database: number; sentinelLogin: RedisLogin } & Several)
  | ({ kind: 'cluster' } & Several)
)

const shapes =
  'must be a Redis URL, like redis://:password@host:6379, redis+sentinel://:password@host:26379,host:26379/mymaster or redis+cluster://:password@host:6379,host:6379, and with rediss for TLS; without it processes ring for each other through PostgreSQL'
const severalHosts =
  'names several hosts: let it begin with redis+sentinel:// or redis+cluster://, or rediss+… for TLS, and leave one host where there is one server'
const hostsAre =
  'must name hosts with commas between them, like host:26379,host:26379. In a name or a password /, ?, #, @, : and % are written %2F, %3F, %23, %40, %3A and %25'
const masterIs =
  'must name the master behind the hosts as Sentinels know it, like redis+sentinel://host:26379/mymaster; /mymaster/2 is its database 2'
const parametersAre = 'has a parameter that is not known: there are sentinel_username and sentinel_password'
const clusterIsWhole = 'has something behind the hosts of a Cluster, which has one database and knows no parameters'

const defaultPorts = { sentinel: 26_379, cluster: 6379 }

/**
 * What `REDIS_URL` says. Throws an error that says what is wrong, to be read behind the name of the setting: never with a word of
 * the URL, whichever part of it a password was taken for.
 */
export function parseRedisUrl(url: string): RedisPlace {
  const [, scheme, kind, rest = ''] = /^(rediss?)(?:\+(sentinel|cluster))?:\/\/(.+)$/i.exec(url) ?? []
  if (!scheme) throw new Error(shapes)
  const authority = /^[^/?#]*/.exec(rest)![0]
  const at = authority.lastIndexOf('@')
  const names = authority.slice(at + 1)
  if (!kind) {
    if (names.includes(',')) throw new Error(severalHosts)
    const { hostname, port } = URL.parse(url) ?? fail(shapes)
    return { kind: 'server', url, named: `${hostname || 'localhost'}:${port || 6379}` }
  }
  const of = kind.toLowerCase() as 'sentinel' | 'cluster'
  const several: Several = {
    hosts: names.split(',').map((name) => hostOf(name, defaultPorts[of])),
    login: at < 0 ? {} : loginOf(authority.slice(0, at)),
    tls: scheme.toLowerCase() === 'rediss',
  }
  const listed = several.hosts.map(({ host, port }) => `${host}:${port}`).join(', ')
  // In a query a plus sign would be a space.
  const { pathname, searchParams, hash } = new URL(`http://redis${rest.slice(authority.length).replaceAll('+', '%2B')}`)
  if (hash) throw new Error(hostsAre)
  if (of === 'cluster') {
    if (!/^\/0?$/.test(pathname) || searchParams.size > 0) throw new Error(clusterIsWhole)
    return { kind: of, ...several, named: `the Cluster of ${listed}` }
  }
  const [, name, database = '0'] = /^\/([^/]+)(?:\/(\d{1,5}))?\/?$/.exec(pathname) ?? fail(masterIs)
  const master = decoded(name!)
  return {
    kind: of,
    ...several,
    master,
    database: Number(database),
    sentinelLogin: sentinelLoginOf(searchParams),
    named: `${master} of the Sentinels ${listed}`,
  }
}

function hostOf(text: string, usualPort: number): RedisHost {
  const [, bracketed, plain, port = usualPort] =
    /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/i.exec(text) ?? fail(hostsAre)
  if (Number(port) < 1 || Number(port) > 65_535) throw new Error(hostsAre)
  return { host: (bracketed ?? plain)!, port: Number(port) }
}

function loginOf(text: string): RedisLogin {
  const [username, ...password] = text.split(':')
  return login(decoded(username!), decoded(password.join(':')))
}

function sentinelLoginOf(parameters: URLSearchParams): RedisLogin {
  const { sentinel_username: username, sentinel_password: password, ...others } = Object.fromEntries(parameters)
  if (Object.keys(others).length > 0) throw new Error(parametersAre)
  return login(username, password)
}

const login = (username: string | undefined, password: string | undefined): RedisLogin => ({
  ...(username && { username }),
  ...(password && { password }),
})

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error(hostsAre)
  }
}

function fail(message: string): never {
  throw new Error(message)
}
