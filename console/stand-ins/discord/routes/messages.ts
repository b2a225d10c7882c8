import { compose, recompose } from '../compose.ts'
import { createForm, integer, object, optional, readForm, snowflake } from '../form.ts'
import { type Creation, readCreation, readEdit } from '../forms/message.ts'
import type { Limits } from '../limits.ts'
import { messageJson } from '../message-json.ts'
import type { Nonces } from '../nonces.ts'
import { Permission } from '../permissions.ts'
import type { Rates } from '../rates.ts'
import { type Channel, isThread, isWritten, type Json, MessageFlag, MessageType, type Post } from '../records.ts'
import { channelOf, messageOf, need, needToSpeak } from '../refs.ts'
import { refuse } from '../refusal.ts'
import type { Routes } from '../route.ts'
import { timeOf } from '../snowflake.ts'
import type { World } from '../world.ts'

const HOUR_MS = 3_600_000

const page = object({
  limit: optional(integer(1, 100)),
  before: optional(snowflake),
  after: optional(snowflake),
  around: optional(snowflake),
})

export function messageRoutes(parts: {
  world: World
  limits: Limits
  rates: Rates
  nonces: Nonces
  now: () => number
}): Routes {
  const { world, limits, rates, nonces, now } = parts
  // What the app may read over REST is what is switched on for it.
  const json = (post: Post): Json => messageJson(world, post, { content: world.app.intents.includes('messageContent') })

  function replyTo(channel: Channel, form: Creation): Partial<Post> {
    const reference = form.message_reference
    if (!reference) return {}
    const { message_id, channel_id = channel.id, fail_if_not_exists = true } = reference
    if (!mayReadHistory(channel)) refuse(160002)
    const target = channel_id === channel.id ? world.posts.get(channel.id, message_id) : undefined
    if (target && !target.ephemeralTo) {
      if (!isWritten(target))
        refuseReference('REPLIES_CANNOT_REPLY_TO_SYSTEM_MESSAGE', 'Cannot reply to a system message')
      return { type: MessageType.reply, reference: { message: message_id, channel: channel.id } }
    }
    // Otherwise it is said without the message it was to reply to.
    if (fail_if_not_exists) refuseReference('REPLIES_UNKNOWN_MESSAGE', 'Unknown message')
    return {}
  }

  function mayReadHistory(channel: Channel): boolean {
    return (world.permissions(channel, world.app.id) & Permission.readMessageHistory) !== 0n
  }

  function history(channel: Channel, query: URLSearchParams): Post[] {
    const { limit = 50, before, after, around } = readForm(page, fromQuery(query))
    const timeline = world.posts.of(channel.id)
    const take = (posts: Iterable<Post>, most: number): Post[] => {
      const taken: Post[] = []
      for (const post of posts) {
        if (taken.length === most) break
        if (!post.ephemeralTo) taken.push(post)
      }
      return taken
    }
    if (around) {
      const half = Math.floor(limit / 2)
      return [...take(timeline.forward(around), half + 1).reverse(), ...take(timeline.backward(around), half)]
    }
    if (after) return take(timeline.forward(String(BigInt(after) + 1n)), limit).reverse()
    return take(timeline.backward(before), limit)
  }

  return {
    'POST /channels/{channel}/messages': ({ params, body, files }) => {
      const channel = channelOf(world, params['channel']!)
      const form = readCreation(body, files)
      needToSpeak(world, channel)
      if (files.length > 0) need(world, channel, 'attachFiles')
      if (form.embeds?.length) need(world, channel, 'embedLinks')
      if (channel.recipient && world.closedTo.has(channel.recipient)) refuse(50007)
      const known = form.enforce_nonce ? nonces.find(form.nonce) : undefined
      // Also if it was deleted since: a retry must not bring it back.
      if (known) return { json: json(world.posts.get(known.channel, known.message) ?? refuse(10008)) }
      const post = compose(world, channel, form, files, {
        ...replyTo(channel, form),
        ...(form.nonce !== undefined && { nonce: form.nonce }),
        ...(form.tts && { tts: true }),
      })
      if (form.nonce !== undefined) nonces.add(form.nonce, post)
      return { json: json(post) }
    },

    'GET /channels/{channel}/messages': ({ params, query }) => {
      const channel = channelOf(world, params['channel']!)
      return { json: mayReadHistory(channel) ? history(channel, query).map(json) : [] }
    },

    'GET /channels/{channel}/messages/{message}': ({ params }) => {
      const channel = channelOf(world, params['channel']!)
      need(world, channel, 'readMessageHistory')
      return { json: json(messageOf(world, channel, params['message']!)) }
    },

    'PATCH /channels/{channel}/messages/{message}': ({ params, body, files }) => {
      const channel = channelOf(world, params['channel']!)
      const post = messageOf(world, channel, params['message']!)
      if (!isWritten(post)) refuse(50021)
      if (post.author !== world.app.id) refuse(50005)
      if (isThread(channel) && channel.thread.archived) refuse(50083)
      const form = readEdit(body, files, (post.flags & MessageFlag.componentsV2) !== 0)
      if (files.length > 0) need(world, channel, 'attachFiles')
      if (now() - timeOf(post.id) > HOUR_MS) {
        const wait = rates.takeOf(`old edits ${channel.id}`, limits.oldEdits)
        if (wait !== undefined) refuse(30046, Math.ceil(wait))
      }
      recompose(world, post, form, files, now())
      return { json: json(post) }
    },

    'DELETE /channels/{channel}/messages/{message}': ({ params }) => {
      const channel = channelOf(world, params['channel']!)
      const post = messageOf(world, channel, params['message']!)
      if (post.author !== world.app.id) {
        if (!channel.guild) refuse(50003)
        need(world, channel, 'manageMessages')
      }
      if (isThread(channel) && channel.thread.archived) refuse(50083)
      world.posts.remove([post])
      return {}
    },

    'POST /channels/{channel}/typing': ({ params }) => {
      const channel = channelOf(world, params['channel']!)
      needToSpeak(world, channel)
      world.typing(channel, world.app.id)
      return {}
    },

    'PUT /channels/{channel}/messages/{message}/reactions/{emoji}/@me': ({ params }) => {
      const channel = channelOf(world, params['channel']!)
      need(world, channel, 'addReactions', 'readMessageHistory')
      const post = messageOf(world, channel, params['message']!)
      if (!/\p{Extended_Pictographic}/u.test(params['emoji']!)) refuse(10014)
      world.posts.react(post, world.app.id, params['emoji']!, true)
      return {}
    },

    'DELETE /channels/{channel}/messages/{message}/reactions/{emoji}/@me': ({ params }) => {
      const channel = channelOf(world, params['channel']!)
      world.posts.react(messageOf(world, channel, params['message']!), world.app.id, params['emoji']!, false)
      return {}
    },
  }
}

/** Numbers are text in an address. */
function fromQuery(query: URLSearchParams): Record<string, unknown> {
  const limit = query.get('limit')
  return { ...Object.fromEntries(query), ...(limit !== null && { limit: Number(limit) }) }
}

function refuseReference(code: string, message: string): never {
  const form = createForm()
  form.wrong(['message_reference'], code, message)
  return form.check() as never
}
