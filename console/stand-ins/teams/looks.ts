import { isRecord, type Json } from '../shared/json.ts'
import { Mistake } from '../shared/mistake.ts'
import { REFRESHED } from './forms/card.ts'
import type { Interactions, Outcome } from './interactions.ts'
import type { Place, Post } from './records.ts'
import type { Seat } from './seat.ts'
import type { At } from './view.ts'
import type { World } from './world.ts'

/** Cards that say that they show each person what is theirs: clients ask the app for that. */
export interface Looks {
  /** Somebody opens a message, or chooses "Refresh card" where their client does not ask by itself. */
  look(what: At): Promise<Outcome>
  /** It is on the screen of somebody. */
  seen(post: Post, user: string): void
}

export function createLooks(parts: { world: World; seat: Seat; interactions: Interactions }): Looks {
  const { world, seat, interactions } = parts
  /** By card as the app sent it: whose clients have asked. */
  const asked = new WeakMap<Json, Set<string>>()

  function refreshIn(post: Post): { card: Json; index: number; refresh: Json } | undefined {
    for (const [index, shown] of post.attachments.entries()) {
      if (shown.kind !== 'card') continue
      const { refresh } = shown.content
      if (isRecord(refresh)) return { card: shown.content, index, refresh }
    }
    return undefined
  }

  /** Without a list, where there are so few that all of them may ask. */
  function isByItself({ userIds }: Json, place: Place, user: string): boolean {
    if (Array.isArray(userIds)) return userIds.includes(user)
    return world.membersOf(place).length <= REFRESHED
  }

  function ask(post: Post, user: string): Promise<Outcome> | undefined {
    const place = world.places.get(post.place)!
    const found = refreshIn(post)
    if (!found) return undefined
    const { card, index, refresh } = found
    const users = asked.get(card) ?? new Set()
    asked.set(card, users.add(user))
    const trigger = isByItself(refresh, place, user) ? 'automatic' : 'manual'
    return interactions.look({ user, place, post }, { action: refresh['action'], trigger }, index)
  }

  return {
    look(what) {
      const { post } = seat.existing(what)
      const asking = ask(post, what.user)
      if (!asking) throw new Mistake('The message has no card that shows each person something else')
      return asking
    },
    seen(post, user) {
      const place = world.places.get(post.place)
      const found = post.deleted ? undefined : refreshIn(post)
      if (!place || !found || asked.get(found.card)?.has(user) || !isByItself(found.refresh, place, user)) return
      void ask(post, user)
    },
  }
}
