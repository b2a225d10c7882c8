import { flag, integer, list, object, oneOf, optional, readForm, required, snowflake, text } from '../form.ts'
import { channelJson, threadMemberJson } from '../json.ts'
import { type Channel, ChannelType, isThread, type Json } from '../records.ts'
import { channelOf, guildOf, messageOf, need } from '../refs.ts'
import { refuse } from '../refusal.ts'
import type { Routes } from '../route.ts'
import { startThread } from '../threads.ts'
import type { World } from '../world.ts'

const autoArchive = optional(oneOf(60, 1440, 4320, 10080))
const slowmode = optional(integer(0, 21_600))
const name = required(text(1, 100))
// The SDK names the kind, of which there is no choice here.
const fromMessage = object({
  name,
  auto_archive_duration: autoArchive,
  rate_limit_per_user: slowmode,
  type: optional(oneOf(10, 11)),
})
const onItsOwn = object({
  name,
  auto_archive_duration: autoArchive,
  rate_limit_per_user: slowmode,
  type: optional(oneOf(10, 11, 12)),
  invitable: optional(flag),
})
const changes = object({
  name: optional(text(1, 100)),
  archived: optional(flag),
  auto_archive_duration: autoArchive,
  locked: optional(flag),
  invitable: optional(flag),
  rate_limit_per_user: slowmode,
  flags: optional(integer(0, 2)),
  applied_tags: optional(list(snowflake, 0, 5)),
})

export function threadRoutes({ world, now }: { world: World; now: () => number }): Routes {
  const threadOf = (id: string): ReturnType<typeof check> => check(channelOf(world, id))
  const check = (channel: Channel) => (isThread(channel) ? channel : refuse(50024))
  const own = world.app.id

  function withMembers(threads: Channel[]): Json {
    const members = threads.filter((channel) => channel.thread!.members.includes(own))
    return {
      threads: threads.map((channel) => channelJson(world, channel)),
      members: members.map((channel) => threadMemberJson(channel, own)),
    }
  }

  return {
    'POST /channels/{channel}/messages/{message}/threads': ({ params, body }) => {
      const parent = channelOf(world, params['channel']!)
      if (parent.type !== ChannelType.text && parent.type !== ChannelType.announcement) refuse(50024)
      const form = readForm(fromMessage, body)
      need(world, parent, 'createPublicThreads')
      const post = messageOf(world, parent, params['message']!)
      if (post.thread !== undefined) refuse(160004)
      const thread = startThread(world, {
        parent,
        owner: own,
        from: post,
        now: now(),
        name: form.name,
        autoArchive: form.auto_archive_duration,
      })
      return { status: 201, json: channelJson(world, thread) }
    },

    'POST /channels/{channel}/threads': ({ params, body }) => {
      const parent = channelOf(world, params['channel']!)
      if (parent.type !== ChannelType.text && parent.type !== ChannelType.announcement) refuse(50024)
      const form = readForm(onItsOwn, body)
      // Without a type it is private, which is rarely what was meant.
      const isPrivate = (form.type ?? ChannelType.privateThread) === ChannelType.privateThread
      need(world, parent, isPrivate ? 'createPrivateThreads' : 'createPublicThreads')
      const thread = startThread(world, {
        parent,
        owner: own,
        now: now(),
        name: form.name,
        autoArchive: form.auto_archive_duration,
        isPrivate,
        invitable: form.invitable,
      })
      return { status: 201, json: channelJson(world, thread) }
    },

    'PATCH /channels/{channel}': ({ params, body }) => {
      const channel = threadOf(params['channel']!)
      const form = readForm(changes, body)
      const { thread } = channel
      const isMine = thread.owner === own && form.locked === undefined
      if (!isMine && form.archived !== false) need(world, channel, 'manageThreads')
      if (thread.archived && form.archived !== false) refuse(50083)
      const known = world.channels.get(channel.parent ?? '')?.tags ?? []
      if (form.applied_tags?.some((tag) => !known.some(({ id }) => id === tag))) refuse(10087)
      const { archived = thread.archived, locked = thread.locked, invitable = thread.invitable } = form
      world.changeChannel(channel, {
        name: form.name ?? channel.name,
        ...(form.applied_tags && { applied: form.applied_tags }),
        thread: {
          ...thread,
          archived,
          locked,
          invitable,
          autoArchive: form.auto_archive_duration ?? thread.autoArchive,
          ...(archived !== thread.archived && { archiveChanged: now() }),
        },
      })
      return { json: channelJson(world, channel) }
    },

    'PUT /channels/{channel}/thread-members/@me': ({ params }) => {
      const channel = threadOf(params['channel']!)
      if (channel.thread.archived) refuse(50083)
      if (!channel.thread.members.includes(own)) world.changeThreadMembers(channel, [own], [])
      return {}
    },

    'DELETE /channels/{channel}/thread-members/@me': ({ params }) => {
      const channel = threadOf(params['channel']!)
      if (channel.thread.archived) refuse(50083)
      if (channel.thread.members.includes(own)) world.changeThreadMembers(channel, [], [own])
      return {}
    },

    'GET /guilds/{guild}/threads/active': ({ params }) => {
      const guild = guildOf(world, params['guild']!)
      return {
        json: withMembers(world.threadsOf(guild.id).filter((each) => !each.thread!.archived && world.sees(each, own))),
      }
    },

    'GET /channels/{channel}/threads/archived/public': ({ params }) => {
      const parent = channelOf(world, params['channel']!)
      need(world, parent, 'readMessageHistory')
      const isOld = (each: Channel): boolean =>
        each.parent === parent.id && each.thread!.archived && each.type !== ChannelType.privateThread
      return { json: { ...withMembers(world.threadsOf(parent.guild!).filter(isOld)), has_more: false } }
    },
  }
}
