import { isRecord } from '../../shared/json.ts'
import { type Draft, readDraft } from '../forms/message.ts'
import type { StreamInfo } from '../forms/stream-info.ts'
import type { Limits } from '../limits.ts'
import { toConversationId, toRef } from '../place-ref.ts'
import { isRunning, type Place, type Post, setReaction, toPost } from '../records.ts'
import { refuse } from '../refusal.ts'
import type { Streams } from '../streams.ts'
import type { World } from '../world.ts'
import type { Ask, Handlers } from './handler.ts'

interface Where {
  place: Place
  root?: string
}

/** The place a conversation's id is of, if the bot may speak there. */
export type FindWhere = (id: string) => Where

export function createFindWhere(world: World): FindWhere {
  return (id) => {
    const { place: at, root } = toRef(id)
    const place = world.places.get(at)
    if (!place) return refuse(404, 'ConversationNotFound', 'Conversation not found.')
    if (place.user && world.blockedBy.has(place.user)) {
      refuse(403, 'ConversationBlockedByUser', 'User blocked the conversation with the bot.')
    }
    if (!world.isInstalled(place)) {
      refuse(403, 'BotNotInConversationRoster', 'The bot is not part of the conversation roster.')
    }
    if (root === undefined) return { place }
    const first = place.kind === 'channel' ? world.posts(place.id).get(root) : undefined
    if (!first || first.root) refuse(404, 'ConversationNotFound', 'Conversation not found.')
    return { place, root }
  }
}

export function activityRoutes(parts: {
  world: World
  streams: Streams
  limits: Limits
  now: () => number
  find: FindWhere
}): Pick<
  Handlers,
  'POST activities' | 'POST reply' | 'PUT activity' | 'DELETE activity' | 'PUT reaction' | 'DELETE reaction'
> {
  const { world, streams, limits, now, find } = parts

  function read({ body, query }: Ask, { place, root }: Where): Draft {
    if (isRecord(body) && isRecord(body['conversation'])) {
      const { id } = body['conversation']
      const isSame = id === undefined || id === toConversationId({ place: place.id, ...(root && { root }) })
      if (!isSame) refuse(400, 'BadSyntax', 'The conversation of the activity is not the one of the path')
    }
    const isTargeted = query.get('isTargetedActivity') === 'true'
    const draft = readDraft(body, { botId: world.botId, isTargeted, limits })
    if (draft.attachments.some(({ kind }) => kind === 'consent' || kind === 'file')) checkFiles(place, draft)
    if (draft.attachments.some(({ kind }) => kind === 'signin')) checkSignIn(place, draft)
    if (draft.targetedTo) checkTarget(place, draft.targetedTo)
    for (const { id } of draft.mentions) checkMember(place, id, 'The mentioned')
    return draft
  }

  function checkFiles(place: Place, { attachments }: Draft): void {
    if (place.kind !== 'personal') refuse(400, 'BadArgument', 'Bots give files in personal chats alone')
    if (!world.manifest.supportsFiles) refuse(400, 'BadArgument', 'The manifest of the bot says that it has no files')
    for (const one of attachments) {
      const isThere = one.kind !== 'file' || world.files.get(one.file)?.base64
      if (!isThere) refuse(400, 'BadArgument', 'There is no such file')
    }
  }

  /** Elsewhere Teams is not documented to sign anybody in who has not got the app alone. */
  function checkSignIn(place: Place, { attachments, text }: Draft): void {
    if (place.kind !== 'personal') refuse(400, 'BadArgument', 'People are signed in in their personal chat')
    if (attachments.length > 1 || text !== '') refuse(400, 'BadSyntax', 'A sign-in stands for itself')
  }

  function checkTarget(place: Place, user: string): void {
    if (place.kind === 'personal') refuse(400, 'BadArgument', 'Targeted messages are for group chats and channels')
    checkMember(place, user, 'The recipient')
  }

  function checkMember(place: Place, user: string, who: string): void {
    const isHere = user === world.botId || world.membersOf(place).some(({ id }) => id === user)
    if (!isHere) refuse(400, 'BadArgument', `${who} is no member of the conversation`)
  }

  function post(ask: Ask): { status: number; json?: unknown } {
    const where = find(ask.params[0]!)
    const { place, root } = where
    const draft = read(ask, where)
    if (draft.stream) return streams.take(place, draft as Draft & { stream: StreamInfo })
    if (draft.type === 'typing') {
      world.typing(place, root)
      return { status: 202, json: {} }
    }
    const { type: _, stream: __, ...said } = draft
    const add = (part: Partial<typeof said> = {}): string => {
      const id = world.ids.message()
      const all = { ...said, ...part, notified: draft.mentions.map((one) => one.id) }
      world.add(toPost({ ...all, id, place: place.id, ...(root && { root }), author: world.botId, at: now() }))
      return id
    }
    if (!isTwo(draft)) return { status: 201, json: { id: add() } }
    // They become two messages, and the app is told of neither.
    add({ attachments: [], suggested: [] })
    add({ text: '', mentions: [] })
    return { status: 202, json: {} }
  }

  /** A message of the bot's own that is still there. */
  function ownPost({ place }: Where, id: string): Post {
    const found = world.posts(place.id).get(id)
    if (!found || found.deleted)
      return refuse(404, 'ActivityNotFoundInConversation', 'Activity not found in conversation.')
    if (found.author !== world.botId) {
      refuse(403, 'NotEnoughPermissions', 'The bot can change only its own messages.')
    }
    return found
  }

  function checkTargeting(found: Post, isTargeted: boolean): void {
    if ((found.targetedTo !== undefined) !== isTargeted) {
      refuse(404, 'ActivityNotFoundInConversation', 'Activity not found in conversation.')
    }
  }

  /** Anybody's message that is there for all to see; doing it twice does nothing. */
  function react({ params: [conversation, id, type] }: Ask, on: boolean): { status: number } {
    const found = world.posts(find(conversation!).place.id).get(id!)
    if (!found || found.deleted || found.targetedTo)
      return refuse(404, 'ActivityNotFoundInConversation', 'Activity not found in conversation.')
    if (!/^(?:[a-z]+|[\da-f-]+_[a-z\d]+)$/i.test(type!)) refuse(400, 'BadArgument', 'The reaction is not known')
    setReaction(found, { type: type!, user: world.botId, on })
    world.changed(found)
    return { status: 200 }
  }

  return {
    'PUT reaction': (ask) => react(ask, true),
    'DELETE reaction': (ask) => react(ask, false),
    'POST activities': post,
    'POST reply': post,
    'PUT activity'(ask) {
      const where = find(ask.params[0]!)
      world.expire()
      const found = ownPost(where, ask.params[1]!)
      const draft = read(ask, where)
      if (draft.type !== 'message') refuse(400, 'BadSyntax', 'Only messages can be updated')
      if (draft.stream) refuse(400, 'BadRequest', 'A streamed message is not updated by streaming')
      checkTargeting(found, draft.targetedTo !== undefined)
      if (isTwo(draft)) refuse(400, 'BadSyntax', 'Activity resulted into multiple skype activities')
      if (draft.targetedTo && draft.targetedTo !== found.targetedTo) {
        refuse(400, 'BadArgument', 'A targeted message keeps its recipient')
      }
      if (isRunning(found)) refuse(403, 'ContentStreamNotAllowed', 'Content stream is not allowed')
      const { type: _, stream: __, ...said } = draft
      delete found.feedback
      delete found.importance
      Object.assign(found, said, { edited: true, replaced: {} })
      world.changed(found)
      return { status: 200, json: { id: found.id } }
    },
    'DELETE activity'({ params, query }) {
      const found = ownPost(find(params[0]!), params[1]!)
      checkTargeting(found, query.get('isTargetedActivity') === 'true')
      if (found.targetedTo) world.remove(found)
      else bury(world, found)
      return { status: 200 }
    },
  }
}

/** The service makes a message of the text and another one of the cards, except where a stream ends. */
const isTwo = ({ text, attachments }: Draft): boolean =>
  text.trim() !== '' && attachments.some(({ kind }) => kind === 'card')

/** What was said is gone; that something was said stays. */
export function bury(world: World, post: Post): void {
  if (isRunning(post)) post.stream!.state = 'completed'
  const { id, place, root, author, at, stream } = post
  const left = toPost({ id, place, ...(root && { root }), author, at, ...(stream && { stream }), deleted: true })
  delete post.feedback
  delete post.importance
  delete post.html
  delete post.quotes
  delete post.forwards
  Object.assign(post, left)
  world.changed(post)
}
