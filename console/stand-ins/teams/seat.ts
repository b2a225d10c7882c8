import { Mistake } from '../shared/mistake.ts'
import { bodyOf } from './body-html.ts'
import type { Limits } from './limits.ts'
import { type Place, type Post, type Shown, toPost } from './records.ts'
import { isImage } from './routes/files.ts'
import type { At, ProgramPost, Say, Upload } from './view.ts'
import type { World } from './world.ts'

const CARD = 'application/vnd.microsoft.card.adaptive'

/** What every act of a person begins with; all throw a Mistake. */
export interface Seat {
  placeOf(user: string, conversation: string): Place
  /** A message that this person sees and that was not deleted. */
  existing(at: At): { place: Place; post: Post }
  /** One that this person wrote, deleted or not. */
  ownPost(at: At): { place: Place; post: Post }
  readMentions(text: string, ids?: readonly string[]): Post['mentions']
  /** Puts a message of theirs where they say it; `cards`: which an app has given them for it. */
  write(what: Say, cards?: readonly Shown[]): Post
  writeAs(what: ProgramPost): Post
  /** Whether the bot hears of a message. */
  isHeard(post: Post, place: Place): boolean
}

export function createSeat(parts: { world: World; limits: Limits; now: () => number }): Seat {
  const { world, limits, now } = parts

  function placeOf(user: string, id: string): Place {
    world.person(user)
    const place = world.places.get(id)
    if (!place || !world.sees(user, place)) throw new Mistake(`There is no conversation ${id}`, 404)
    return place
  }

  function postOf({ user, conversation, message }: At): { place: Place; post: Post } {
    const place = placeOf(user, conversation)
    const post = world.posts(place.id).get(message)
    const isSeen = post && (!post.targetedTo || post.targetedTo === user || post.author === user)
    if (!isSeen) throw new Mistake(`There is no message ${message}`, 404)
    return { place, post }
  }

  function existing(at: At): { place: Place; post: Post } {
    const found = postOf(at)
    if (found.post.deleted) throw new Mistake('The message was deleted')
    return found
  }

  function ownPost(at: At): { place: Place; post: Post } {
    const found = postOf(at)
    if (found.post.author !== at.user) throw new Mistake('People change only their own messages', 403)
    return found
  }

  /** Whether the bot hears of a message. */
  function isHeard(post: Post, place: Place): boolean {
    if (!world.isInstalled(place) || (place.user && world.blockedBy.has(place.user))) return false
    const isCalled = post.mentions.some(({ id }) => id === world.botId)
    return place.kind === 'personal' || isCalled || post.targetedTo !== undefined || world.app.hearsAll
  }

  function readMentions(text: string, ids: readonly string[] = []): Post['mentions'] {
    const spans = text.match(/<at>[^<]*<\/at>/g) ?? []
    if (spans.length !== ids.length) throw new Mistake('mentions must name who each <at>…</at> of the text is')
    return ids.map((id, index) => {
      const isKnown = id === world.botId || world.people.has(id)
      if (!isKnown) throw new Mistake(`There is nobody called ${id}`)
      return { id, text: spans[index]! }
    })
  }

  function attach(place: Place, { name, type, base64 }: Upload): Shown {
    const isPicture = isImage({ type })
    if (!isPicture && place.kind === 'personal' && !world.manifest.supportsFiles) {
      throw new Mistake('Files reach only a bot that takes files')
    }
    const file = world.addFile({ place: place.id, name, type, base64 })
    return { kind: isPicture ? 'image' : 'file', name, contentType: type, file: file.id }
  }

  function write(what: Say, cards: readonly Shown[] = []): Post {
    const { user, conversation, text, mentions, root, targeted = false, files = [], html, quotes, forwards } = what
    const place = placeOf(user, conversation)
    if (!text.trim() && files.length + cards.length === 0 && !forwards)
      throw new Mistake('A message needs text or a file')
    if (quotes !== undefined) existing({ user, conversation, message: quotes })
    if (text.length * 2 > limits.messageBytes) throw new Mistake('The message is too long')
    if (targeted && (place.kind === 'personal' || !world.manifest.supportsTargetedMessages)) {
      throw new Mistake('Targeted messages are for group chats and channels, and bots that take them')
    }
    if (root !== undefined) checkRoot(place, root)
    const post = toPost({
      id: world.ids.message(),
      place: place.id,
      ...(root !== undefined && { root }),
      author: user,
      at: now(),
      text,
      mentions: readMentions(text, mentions),
      attachments: [...files.map((file) => attach(place, file)), ...cards],
      ...(targeted && { targetedTo: user }),
      ...(html !== undefined && { html }),
      ...(quotes !== undefined && { quotes }),
      ...(forwards && { forwards: forwarded(existing({ user, ...forwards }).post) }),
    })
    world.add(post)
    return post
  }

  /** Of what is forwarded its words are kept, whatever becomes of it. */
  function forwarded(post: Post): NonNullable<Post['forwards']> {
    const { id, place, author, text, at } = post
    return { id, place, author, name: world.authorName(post), text, html: bodyOf(post), at }
  }

  /** What another app posts, which nobody is told of. */
  function writeAs({ program, conversation, root, text = '', html, cards = [] }: ProgramPost): Post {
    const place = world.places.get(conversation)
    if (!place) throw new Mistake(`There is no conversation ${conversation}`, 404)
    if (root !== undefined) checkRoot(place, root)
    const post = toPost({
      id: world.ids.message(),
      place: place.id,
      ...(root !== undefined && { root }),
      author: `28:${program.id}`,
      program,
      at: now(),
      text,
      ...(html !== undefined && { html }),
      attachments: cards.map((content) => ({ kind: 'card', contentType: CARD, content })),
    })
    world.add(post)
    return post
  }

  function checkRoot(place: Place, root: string): void {
    const first = world.posts(place.id).get(root)
    if (place.kind !== 'channel' || !first || first.root) throw new Mistake(`There is no thread ${root}`)
  }

  return { placeOf, existing, ownPost, readMentions, write, writeAs, isHeard }
}
