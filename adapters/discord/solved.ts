import type { Log } from '../../src/ports/log.ts'
import type { Channels } from './channels.ts'
import { type Channel, isThread } from './payloads.ts'
import { sayOf } from './reply.ts'
import type { Web } from './request.ts'

/** Documented: of a post. */
const TAGS = 5

/**
 * The help desk of a forum: who has asked says by a thumb up that their question is answered, and their post gets the forum's tag for
 * that and is closed. A forum without such a tag is none, and its posts stay as they are. Whoever writes in a closed post opens it again.
 */
export function createSolved({ web, channels, log }: { web: Web; channels: Channels; log: Log }) {
  /** Never rejects. Who pressed may be anybody, so Discord is asked whose post it is. */
  return async ({ id, parent_id: parent }: Channel, user: string): Promise<void> => {
    const tag = parent ? channels.solvedTag(parent) : undefined
    if (tag === undefined) return
    const call = web.begin()
    const told = await call({ method: 'GET', path: `channels/${id}` })
    const post = 'ok' in told ? (told.ok as Channel) : undefined
    if (!post || !isThread(post) || post.owner_id !== user) return
    const others = (post.applied_tags ?? []).filter((one) => one !== tag).slice(0, TAGS - 1)
    const body = { applied_tags: [...others, tag], archived: true }
    const reply = await call({ method: 'PATCH', path: `channels/${id}`, body })
    if ('ok' in reply) return
    const say = 'a post of a forum could not be marked as solved: the app needs Manage Threads there'
    log.warn({ channel: id, reply: sayOf(reply) }, say)
  }
}
