import { Mistake } from '../shared/mistake.ts'
import { fromBase64 } from './command-input.ts'
import { called } from './mentions.ts'
import { mayOrMistake, mayWrite, messageBefore, personOf, placeOf } from './presence.ts'
import { type Channel, ChannelType, isThread, isWritten, type Json, MessageFlag, MessageType } from './records.ts'
import { timeOf } from './snowflake.ts'
import { startThread } from './threads.ts'
import type { At, Edit, React, Say, StartThread } from './view.ts'
import type { World } from './world.ts'

/** What people do that needs no answer from the app. Each throws a Mistake when a person could not do that in Discord. */
export interface People {
  /** A person comes into a server (default: the first one). Their id. */
  join(who: { username: string; name?: string; id?: string; guild?: string; bot?: boolean }): string
  leave(who: { user: string; guild?: string }): void
  /** Makes a server of their own and adds the app to it. The id of its first channel. */
  addServer(what: { user: string }): string
  /** Opens the direct conversation with the app. The channel's id. */
  direct(user: string): string
  /** The message's id. */
  say(what: Say): string
  /** A voice message. Its id. */
  speak(what: { user: string; channel: string; seconds?: number; bytes?: Buffer }): string
  edit(what: Edit): void
  /** Their own, or anybody's with the permission. */
  remove(what: At): void
  /** Several at once, as a moderator's bot does. */
  purge(what: { channel: string; messages: string[] }): void
  type(what: { user: string; channel: string }): void
  react(what: React): void
  /** The thread's id. */
  startThread(what: StartThread): string
  changeThread(what: { user: string; channel: string; archived?: boolean; locked?: boolean; name?: string }): void
  addToThread(what: { user: string; channel: string; added: string }): void
  removeChannel(channel: string): void
  /** Discord adds what a link leads to: the app hears of a change that is no edit. */
  unfurl(what: { channel: string; message: string; embed: Json }): void
  /** A webhook of somebody else's says something. The message's id. */
  relay(what: Relay): string
  /** Shows a message somewhere else, as a copy. The new message's id. */
  forward(what: At & { to: string }): string
  /** From now on this person takes no direct messages from the app, or does again. */
  closeDirect(user: string, closed?: boolean): void
}

/** What a webhook says; `application`: of the app that made it. */
interface Relay {
  channel: string
  name: string
  content: string
  embeds?: Json[]
  application?: string
}

/** What people may write without paying, and how large a file of theirs may be. */
const CONTENT = 2000
const FILE_LIMIT = 10_485_760
const FILES = 10
const GUILDS = 100
const WEBHOOK = '1200000000000000900'

export function createPeople(parts: { world: World; now: () => number }): People {
  const { world, now } = parts

  function guildOf(id?: string) {
    const guild = id === undefined ? [...world.guilds.values()][0] : world.guilds.get(id)
    if (!guild) throw new Mistake(`There is no server ${id ?? ''}`, 404)
    return guild
  }

  function checkWords(content: string, files: unknown[]): string {
    const text = content.trim()
    if (!text && files.length === 0) throw new Mistake('There is nothing to send')
    if (text.length > CONTENT) throw new Mistake(`A message has at most ${CONTENT} characters`)
    return text
  }

  function threadOf(what: { user: string; channel: string }): Channel {
    const channel = placeOf(world, what)
    if (!isThread(channel)) throw new Mistake(`${channel.name} is no thread`)
    return channel
  }

  /** `as`: the id that it has to have. */
  function write({ user, channel: id, content, reply_to, ping = true, files = [] }: Say, as?: string): string {
    const channel = placeOf(world, { user, channel: id })
    if (channel.type === ChannelType.forum) throw new Mistake('A forum holds threads only')
    if (!mayWrite(world, channel, user)) throw new Mistake('You may not write here', 403)
    const text = checkWords(content, files)
    if (files.length > FILES) throw new Mistake(`A message has at most ${FILES} files`)
    const stored = files.map((file) => {
      const read = fromBase64(file)
      if (read.bytes.length > FILE_LIMIT) throw new Mistake(`${file.name} is larger than ${FILE_LIMIT} bytes`, 413)
      return world.files.add(channel.id, read).id
    })
    const target = reply_to === undefined ? undefined : messageBefore(world, { user, channel: id, message: reply_to })
    if (target && !isWritten(target)) throw new Mistake('Nobody can reply to that message')
    return world.posts.add(
      {
        channel: channel.id,
        author: user,
        content: text,
        attachments: stored,
        nonce: world.ids.mint(),
        ...(target && { type: MessageType.reply, reference: { message: target.id, channel: channel.id } }),
        ...called(
          world,
          channel,
          user,
          text,
          { parse: ['users', 'roles', 'everyone'], replied_user: ping },
          target?.author,
        ),
      },
      as,
    ).id
  }

  const people: People = {
    join({ username, name, id = world.ids.mint(), guild, bot = false }) {
      if (!world.users.has(id)) world.addUser({ id, username, bot, ...(name && { global_name: name }) })
      world.join(guildOf(guild), id)
      return id
    },
    leave: ({ user, guild }) => world.leave(guildOf(guild), user),
    addServer(what) {
      const user = personOf(world, what.user)
      if (world.guilds.size >= GUILDS) throw new Mistake(`There are at most ${GUILDS} servers`)
      const channel = world.ids.mint()
      const name = `${user.global_name ?? user.username}'s server`
      world.addGuild({ id: world.ids.mint(), name, channels: [{ id: channel, name: 'general' }], owner: user.id })
      return channel
    },
    direct: (user) => world.direct(personOf(world, user).id).id,
    say: (what) => write(what),
    speak({ user, channel: id, seconds = 3, bytes = Buffer.from('OggS') }) {
      const channel = placeOf(world, { user, channel: id })
      mayOrMistake(world, channel, user, 'sendVoiceMessages')
      const voice = { seconds, waveform: 'AAAA' }
      const file = world.files.add(channel.id, { name: 'voice-message.ogg', type: 'audio/ogg', bytes, voice })
      return world.posts.add({ channel: channel.id, author: user, flags: MessageFlag.voice, attachments: [file.id] }).id
    },
    edit({ content, ...at }) {
      const post = messageBefore(world, at)
      if (post.author !== at.user) throw new Mistake('Only who wrote a message may edit it', 403)
      if (post.flags & MessageFlag.voice) throw new Mistake('A voice message cannot be edited')
      const text = checkWords(content, post.attachments)
      const channel = world.channels.get(post.channel)!
      const target = post.reference?.message
      const replied = target === undefined ? undefined : world.posts.get(channel.id, target)?.author
      const kept = replied !== undefined && post.mentions.includes(replied)
      const allowed = {
        parse: ['users', 'roles', 'everyone'] as ('users' | 'roles' | 'everyone')[],
        replied_user: kept,
      }
      world.posts.change(post, {
        content: text,
        edited: now(),
        ...called(world, channel, at.user, text, allowed, replied),
      })
    },
    remove(at) {
      const post = messageBefore(world, at)
      const channel = world.channels.get(post.channel)!
      const isOwn = post.author === at.user || post.ephemeralTo === at.user
      if (!isOwn) mayOrMistake(world, channel, at.user, 'manageMessages')
      world.posts.remove([post])
    },
    purge({ channel, messages }) {
      const posts = messages.map((id) => world.posts.get(channel, id)).filter((post) => post !== undefined)
      if (posts.length < 2) throw new Mistake('At least two messages are deleted at once')
      world.posts.remove(posts)
    },
    type: (what) => world.typing(placeOf(world, what), what.user),
    react({ emoji, on, ...at }) {
      const post = messageBefore(world, at)
      if (on) mayOrMistake(world, world.channels.get(post.channel)!, at.user, 'addReactions')
      world.posts.react(post, at.user, emoji, on)
    },
    startThread({ user, channel: id, message, name, private: isPrivate = false, content, tags }) {
      const parent = placeOf(world, { user, channel: id })
      const isForum = parent.type === ChannelType.forum
      const kinds: number[] = [ChannelType.text, ChannelType.announcement, ChannelType.forum]
      if (!kinds.includes(parent.type)) throw new Mistake('There are no threads here')
      const wanted = isForum ? 'sendMessages' : isPrivate ? 'createPrivateThreads' : 'createPublicThreads'
      mayOrMistake(world, parent, user, wanted)
      if (!name.trim() || name.length > 100) throw new Mistake('A thread needs a name of at most 100 characters')
      if (isForum && !content) throw new Mistake('A post in a forum needs a first message')
      const from = message === undefined ? undefined : messageBefore(world, { user, channel: id, message })
      if (from?.thread !== undefined) throw new Mistake('There is a thread for that message')
      const thread = startThread(world, {
        parent,
        owner: user,
        name: name.trim(),
        now: now(),
        isPrivate,
        ...(from && { from }),
        ...(tags && { tags }),
      })
      if (content) write({ user, channel: thread.id, content }, isForum ? thread.id : undefined)
      return thread.id
    },
    changeThread({ user, archived, locked, name, channel: id }) {
      const channel = threadOf({ user, channel: id })
      const thread = channel.thread!
      if (locked !== undefined || thread.owner !== user) mayOrMistake(world, channel, user, 'manageThreads')
      const state = { archived: archived ?? thread.archived, locked: locked ?? thread.locked, archiveChanged: now() }
      world.changeChannel(channel, { name: name ?? channel.name, thread: { ...thread, ...state } })
    },
    addToThread({ added, ...what }) {
      const channel = threadOf(what)
      if (!channel.thread!.members.includes(added)) world.changeThreadMembers(channel, [added], [])
    },
    removeChannel(id) {
      const channel = world.channels.get(id)
      if (!channel) throw new Mistake(`There is no channel ${id}`, 404)
      world.removeChannel(channel)
    },
    unfurl({ channel, message, embed }) {
      const post = world.posts.get(channel, message)
      if (!post) throw new Mistake(`There is no message ${message}`, 404)
      world.posts.change(post, { embeds: [...post.embeds, { type: 'link', ...embed }] })
    },
    forward({ to, ...at }) {
      const post = messageBefore(world, at)
      const channel = placeOf(world, { user: at.user, channel: to })
      if (!mayWrite(world, channel, at.user)) throw new Mistake('You may not write here', 403)
      const { content, embeds, attachments, mentions } = post
      return world.posts.add({
        channel: channel.id,
        author: at.user,
        reference: { message: post.id, channel: post.channel },
        forwarded: { content, embeds, attachments, mentions, at: timeOf(post.id) },
      }).id
    },
    relay({ channel: id, name, content, embeds = [], application }) {
      const channel = world.channels.get(id)
      if (!channel) throw new Mistake(`There is no channel ${id}`, 404)
      const webhook = { id: WEBHOOK, name, ...(application && { application }) }
      return world.posts.add({
        channel: channel.id,
        author: WEBHOOK,
        webhook,
        content,
        embeds,
        ...called(world, channel, '', content, undefined),
      }).id
    },
    closeDirect(user, closed = true) {
      if (closed) world.closedTo.add(user)
      else world.closedTo.delete(user)
    },
  }
  return people
}
