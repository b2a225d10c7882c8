import type { Json } from '../../shared/json.ts'
import { createGraphMessages } from '../graph-message.ts'
import { isRunning, type Place, type Post } from '../records.ts'
import { refuse } from '../refusal.ts'
import type { World } from '../world.ts'
import type { Ask, Handlers } from './handler.ts'
import type { Route } from './table.ts'

type Names = Extract<Route, `GET graph ${string}`>

/** Of one answer, and where nothing is asked for. */
const PAGE = { most: 50, usual: 20 }

const bad = (why: string): never => refuse(400, 'BadRequest', why)

/**
 * Microsoft Graph, as far as an app reads messages there with a token of its own: what a team or chat has let it read, or the
 * administrator of the tenant. It takes no query but those that are documented.
 */
export function graphRoutes(parts: { world: World; url: () => string }): Pick<Handlers, Names> {
  const { world, url } = parts
  const messageOf = createGraphMessages(parts)

  function channelOf([group, id]: string[]): Place {
    const place = world.places.get(id!)
    if (place?.kind !== 'channel' || place.team!.aadGroupId !== group) {
      return refuse(404, 'NotFound', 'No team or channel was found with that id.')
    }
    mayRead(place, 'ChannelMessage.Read.Group,ChannelMessage.Read.All')
    return place
  }

  function chatOf([id]: string[]): Place {
    const place = world.places.get(id!)
    // The chat of a person with a bot has another id here, which no bot is told.
    if (place?.kind !== 'group') return refuse(404, 'NotFound', 'NotFound')
    mayRead(place, 'ChatMessage.Read.Chat,Chat.Read.All')
    return place
  }

  function mayRead(place: Place, needed: string): void {
    const { hearsAll, readsTenant } = world.app
    if (readsTenant || (hearsAll && world.isInstalled(place))) return
    const message = `Missing role permissions on the request. API requires one of '${needed}'. Roles on the request ''. Resource specific consent grants on the request ''.`
    refuse(403, 'Forbidden', message)
  }

  function noQuery(query: URLSearchParams): void {
    for (const name of query.keys()) bad(`Query option '${name}' is not allowed.`)
  }

  function page(ask: Ask, all: Post[], address: string, ordered = false): { status: number; json: Json } {
    const { value, top, isWhole } = pageOf(ask, all, ordered)
    const next = `${url()}/graph/v1.0/${address}?$top=${top}&$skiptoken=${value.at(-1)?.id}`
    const more = isWhole ? {} : { '@odata.nextLink': next }
    return { status: 200, json: { '@odata.count': value.length, ...more, value: value.map(messageOf) } }
  }

  const postsOf = (place: Place): Post[] =>
    [...world.posts(place.id).backward()].filter((post) => !post.targetedTo && !isRunning(post))

  const one = (post: Post | undefined): { status: number; json: Json } =>
    post && !post.targetedTo
      ? { status: 200, json: messageOf(post) }
      : refuse(404, 'NotFound', 'The message was not found.')

  return {
    'GET graph messages'(ask) {
      const place = channelOf(ask.params)
      const roots = postsOf(place).filter(({ root }) => root === undefined)
      const [group, id] = ask.params
      return page(ask, roots, `teams/${group}/channels/${id}/messages`)
    },
    'GET graph message'({ params, query }) {
      const place = channelOf(params)
      noQuery(query)
      const found = world.posts(place.id).get(params[2]!)
      return one(found?.root === undefined ? found : undefined)
    },
    'GET graph replies'(ask) {
      const place = channelOf(ask.params)
      const [group, id, root] = ask.params
      if (!world.posts(place.id).get(root!)) return refuse(404, 'NotFound', 'The message was not found.')
      const replies = postsOf(place).filter((post) => post.root === root)
      return page(ask, replies, `teams/${group}/channels/${id}/messages/${root}/replies`)
    },
    'GET graph reply'({ params, query }) {
      const place = channelOf(params)
      noQuery(query)
      const found = world.posts(place.id).get(params[3]!)
      return one(found?.root === params[2] ? found : undefined)
    },
    'GET graph chat messages'(ask) {
      const place = chatOf(ask.params)
      return page(ask, postsOf(place), `chats/${place.id}/messages`, true)
    },
    'GET graph chat message'({ params, query }) {
      const place = chatOf(params)
      noQuery(query)
      return one(world.posts(place.id).get(params[1]!))
    },
    'GET graph hosted'({ params }) {
      const file = world.files.get(params[1]!)
      if (!file) return refuse(404, 'NotFound', 'The hosted content was not found.')
      mayRead(world.places.get(file.place)!, 'ChannelMessage.Read.Group,ChatMessage.Read.Chat')
      return { status: 200, bytes: { type: file.type, content: Buffer.from(file.base64, 'base64') } }
    },
    'GET graph shared'({ params }) {
      const [, encoded] = /^u!([\w-]+)$/.exec(params[0]!) ?? []
      if (!encoded) return bad('The share id must be u! and the address as base64 for URLs.')
      if (!world.app.readsFiles) return refuse(403, 'accessDenied', 'Access denied')
      const address = Buffer.from(encoded, 'base64url').toString()
      const file = world.files.get(address.split('/').at(-2) ?? '')
      if (!file) return refuse(404, 'itemNotFound', 'The resource could not be found.')
      // It opens by itself for a moment, and takes no token.
      return { status: 302, location: `${url()}/download/${file.id}` }
    },
  }
}

/** Newest first. */
function pageOf({ query }: Ask, all: Post[], isOrdered: boolean): { value: Post[]; top: number; isWhole: boolean } {
  const allowed = isOrdered ? ['$top', '$orderby', '$skiptoken'] : ['$top', '$skiptoken']
  for (const name of query.keys()) if (!allowed.includes(name)) bad(`Query option '${name}' is not allowed.`)
  const order = query.get('$orderby') ?? 'createdDateTime desc'
  if (order !== 'createdDateTime desc') bad('QueryOptions to order by is not supported. Only desc is.')
  const top = Number(query.get('$top') ?? PAGE.usual)
  if (!Number.isInteger(top) || top < 1 || top > PAGE.most)
    bad('Invalid page size specified: must be between 1 and 50.')
  const before = query.get('$skiptoken')
  const left = before === null ? all : all.slice(all.findIndex(({ id }) => id === before) + 1)
  return { value: left.slice(0, top), top, isWhole: left.length <= top }
}
