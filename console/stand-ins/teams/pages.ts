import type { ServerResponse } from 'node:http'
import { createEventPages } from '../shared/event-pages.ts'
import type { Deliveries } from './delivery.ts'
import type { Faults } from './faults.ts'
import type { Interactions, News } from './interactions.ts'
import type { Limits } from './limits.ts'
import type { Looks } from './looks.ts'
import { commandsOf, messageActionsOf, searchesOf } from './manifest.ts'
import type { Place, Post } from './records.ts'
import type { ClientEvent, Team } from './view.ts'
import { conversationView, isShown, messageView, userView } from './views.ts'
import type { Change, World } from './world.ts'

/** Open pages: each is sent what its person sees, as it happens. */
export interface Pages {
  /** `locale`: of the page, in which its person reads. */
  open(res: ServerResponse, user: string | null, locale: string | null): void
  close(): void
}

/** Newest messages of each conversation that a page is given when it opens. */
const SNAPSHOT_MESSAGES = 300

export function createPages(parts: {
  world: World
  interactions: Interactions
  deliveries: Deliveries
  looks: Pick<Looks, 'seen'>
  faults: Faults
  limits: Limits
}): Pages {
  const { world, interactions, deliveries, looks, faults, limits } = parts
  const pages = createEventPages<ClientEvent>()
  const sees = (me: string, place: Place | undefined): place is Place => place !== undefined && world.sees(me, place)

  function eventsFor(change: Change, me: string): ClientEvent[] {
    if (change.type === 'manifest')
      return [
        {
          type: 'commands',
          commands: commandsOf(world.manifest),
          message_actions: messageActionsOf(world.manifest),
          searches: searchesOf(world.manifest),
        },
      ]
    if (change.type === 'place') {
      return sees(me, change.place)
        ? [{ type: 'conversation', conversation: conversationView(world, change.place) }]
        : []
    }
    if (change.type === 'typing') {
      const { place, root } = change
      if (!sees(me, place)) return []
      return [{ type: 'typing', conversation: place.id, user: world.botId, ...(root && { root }) }]
    }
    return sees(me, world.places.get(change.post.place)) ? eventsOfPost(change.type, change.post, me) : []
  }

  function eventsOfPost(
    type: 'message' | 'message_changed' | 'message_removed',
    post: Post,
    me: string,
  ): ClientEvent[] {
    if (post.targetedTo !== undefined && post.targetedTo !== me) return []
    if (type === 'message_removed' || !isShown(post, me)) {
      return [{ type: 'message_removed', conversation: post.place, id: post.id }]
    }
    looks.seen(post, me)
    const event: ClientEvent = { type, message: messageView(world, post, me, limits) }
    return type === 'message' ? [...settled(post, me), event] : [event]
  }

  /** The message before a new one, if it loses its suggestions by that. */
  function settled(post: Post, me: string): ClientEvent[] {
    for (const before of world.posts(post.place).backward(post.id)) {
      if (before.root !== post.root && (before.root ?? before.id) !== post.root) continue
      if (!isShown(before, me)) continue
      if (before.suggested.length === 0) break
      return [{ type: 'message_changed', message: messageView(world, before, me, limits) }]
    }
    return []
  }

  function eventsOfNews(news: News, me: string): ClientEvent[] {
    if (news.user !== me) return []
    if (news.type === 'dialog') return [{ type: 'dialog', dialog: news.dialog ?? null }]
    const { user: _, place, ...rest } = news
    return [{ ...rest, conversation: place }]
  }

  world.watch((change) => pages.tell((me) => eventsFor(change, me)))
  interactions.watch((news) => pages.tell((me) => eventsOfNews(news, me)))
  faults.watch(() => pages.tell(() => [{ type: 'faults', faults: faults.list, hitFaults: faults.hit }]))
  deliveries.watch(() => pages.tell(() => [{ type: 'connected', connected: deliveries.connected }]))

  function newest(place: Place, me: string): Post[] {
    const posts: Post[] = []
    for (const post of world.posts(place.id).backward()) {
      if (posts.length === SNAPSHOT_MESSAGES) break
      if (isShown(post, me)) posts.push(post)
    }
    return posts.reverse()
  }

  function teams(): Team[] {
    const all = [...world.places.values()].flatMap(({ team }) => (team ? [team] : []))
    return [...new Map(all.map(({ id, name }) => [id, { id, name }])).values()]
  }

  return {
    open(res, id, locale) {
      const person = world.person(id ?? '')
      if (locale) person.locale = locale
      const { id: me } = person
      world.expire()
      const places = [...world.places.values()].filter((place) => sees(me, place))
      const snapshot: ClientEvent = {
        type: 'snapshot',
        tenant: world.tenant,
        me: userView(world, me),
        bot: userView(world, world.botId),
        users: [...world.people.keys()].map((user) => userView(world, user)),
        teams: teams(),
        conversations: places.map((place) => conversationView(world, place)),
        messages: places.flatMap((place) => newest(place, me)).map((post) => messageView(world, post, me, limits)),
        commands: commandsOf(world.manifest),
        message_actions: messageActionsOf(world.manifest),
        searches: searchesOf(world.manifest),
        dialog: interactions.dialogs.get(me)?.view ?? null,
        faults: faults.list,
        hitFaults: faults.hit,
        connected: deliveries.connected,
      }
      pages.open(res, me, [snapshot])
      for (const place of places) for (const post of newest(place, me)) looks.seen(post, me)
    },
    close: pages.close,
  }
}
