import { randomUUID } from 'node:crypto'
import { Mistake } from '../shared/mistake.ts'
import { toJson } from './messages.ts'
import { type Block, isStreaming, type Post } from './post.ts'
import { messageBefore, personOf, placeOf } from './presence.ts'
import { typed } from './text.ts'
import type { Edit, Remove, Say, Stop } from './view.ts'
import type { Workspace } from './workspace.ts'

/** What people do that needs no answer from the app. Each throws a Mistake when a person could not do that in Slack. */
export interface People {
  /** The message's ts. */
  say(what: Say): string
  edit(what: Edit): void
  remove(what: Remove): void
  /** Puts an emoji to a message, or takes it away. */
  react(what: React): void
  /** An admin deletes a channel, with all that was said in it. */
  removeChannel(channel: string): void
  stopSession(what: Stop): void
  /** Brings the app, or somebody, into a channel of which it says who is in it. */
  invite(what: { user: string; channel: string; invited: string }): void
  /** Opens the direct conversation with the bot; `home`: its Home tab instead. */
  open(what: { user: string; tab?: 'messages' | 'home' }): void
  /** A workflow or another app's webhook says something, by no person's hand. The message's ts. */
  automate(what: Automated): string
  /** A person shares a message that they see, in another place or the same. The ts of the message that shares it. */
  share(what: Share): string
  /** Slack adds a preview of a link to a message, some time after it was said. */
  unfurl(what: { channel: string; ts: string; attachments: Record<string, unknown>[] }): void
}

interface React {
  user: string
  channel: string
  ts: string
  /** Its name, without colons. */
  emoji: string
  on: boolean
}

interface Automated {
  channel: string
  text: string
  thread_ts?: string
  name: string
  /** Of another app than Slack's own workflows. */
  bot?: string
  blocks?: Block[]
  attachments?: Record<string, unknown>[]
}

interface Share {
  user: string
  /** Where it is shared. */
  channel: string
  thread_ts?: string
  of: { channel: string; ts: string }
  /** What they say to it. */
  text?: string
}

const TEXT_LIMIT = 40_000
/** Ours: files are kept in memory and in the journal. */
export const FILE_LIMIT = 5_000_000

export function createPeople(parts: {
  workspace: Workspace
  now: () => number
  url: () => string
  /** Tells the app of an event that is not a change of a message. */
  emit: (event: Record<string, unknown>) => void
}): People {
  const { workspace, now, url, emit } = parts

  function own(what: { user: string; channel: string; ts: string }): Post {
    const post = messageBefore(workspace, placeOf(workspace, what), what.ts, what.user)
    if (post.user !== what.user) throw new Mistake('Only its author may change a message', 403)
    return post
  }

  function upload(user: string, given: NonNullable<Say['files']>): string[] {
    const files = given.map(({ base64, ...file }) => ({ ...file, bytes: Buffer.from(base64, 'base64') }))
    const large = files.find(({ bytes }) => bytes.length > FILE_LIMIT)
    if (large) throw new Mistake(`${large.name} is larger than ${FILE_LIMIT} bytes`, 413)
    return files.map((file) => workspace.files.add({ ...file, user, created: now() }).id)
  }

  return {
    say(what) {
      const channel = placeOf(workspace, what)
      if (!what.text && !what.files?.length) throw new Mistake('A message needs text or a file')
      if (what.text.length > TEXT_LIMIT) throw new Mistake(`A message has at most ${TEXT_LIMIT} characters`)
      const root = what.thread_ts === undefined ? undefined : workspace.post(channel.id, what.thread_ts)
      if (what.thread_ts !== undefined && !root) throw new Mistake(`There is no thread ${what.thread_ts}`, 404)
      const files = upload(what.user, what.files ?? [])
      return workspace.add({
        channel: channel.id,
        user: what.user,
        text: typed(workspace, what.text),
        client_msg_id: randomUUID(),
        ...(root && { thread_ts: root.thread_ts ?? root.ts }),
        ...(files.length > 0 && { files }),
      }).ts
    },

    edit(what) {
      const post = own(what)
      if (!what.text) throw new Mistake('A message needs text')
      workspace.change(post, { text: typed(workspace, what.text), edited: { user: what.user, ts: workspace.mint() } })
    },

    remove: (what) => workspace.remove(own(what)),

    react({ emoji, on, ...at }) {
      const post = messageBefore(workspace, placeOf(workspace, at), at.ts, at.user)
      const people = post.reactions?.[emoji] ?? []
      if (people.includes(at.user) === on) return
      const left = on ? [...people, at.user] : people.filter((each) => each !== at.user)
      workspace.react(post, { ...post.reactions, [emoji]: left })
      emit({
        type: on ? 'reaction_added' : 'reaction_removed',
        user: at.user,
        reaction: emoji,
        item: { type: 'message', channel: post.channel, ts: post.ts },
        item_user: post.user,
        event_ts: workspace.mint(),
      })
    },

    removeChannel(id) {
      const channel = workspace.channels.get(id)
      if (!channel || channel.kind === 'im' || channel.kind === 'mpim')
        throw new Mistake(`There is no channel ${id}`, 404)
      workspace.channels.delete(id)
      const type = channel.kind === 'group' ? 'group_deleted' : 'channel_deleted'
      emit({ type, channel: id, event_ts: workspace.mint() })
    },

    invite({ user, channel: id, invited }) {
      const channel = placeOf(workspace, { user, channel: id })
      if (!channel.members || channel.kind === 'im') throw new Mistake(`Nobody can be brought into ${id}`)
      const { id: joiner } = workspace.users.get(invited) ?? personOf(workspace, invited)
      if (channel.members.includes(joiner)) return
      channel.members = [...channel.members, joiner]
      const ts = workspace.mint()
      const channel_type = channel.kind === 'channel' ? 'C' : 'G'
      const told = { channel: id, user: joiner, inviter: user, event_ts: ts }
      // Of where it is not, the app is told nothing.
      if (!workspace.members(channel).includes(workspace.bot.id)) return
      emit({ type: 'member_joined_channel', ...told, channel_type, team: workspace.team.id })
      const text = `<@${joiner}> has joined the channel`
      emit({ type: 'message', subtype: 'channel_join', ...told, text, ts, channel_type: channel.kind })
    },

    stopSession({ user, channel, thread_ts }) {
      const { id } = placeOf(workspace, { user, channel })
      const streaming = [...(workspace.replies(id, thread_ts)?.forward() ?? [])].filter(isStreaming)
      if (streaming.length === 0 && workspace.activities.session(id, thread_ts) !== 'processing') {
        throw new Mistake('Nothing is being written in this thread', 409)
      }
      for (const post of streaming) workspace.change(post, { stream: { ...post.stream!, state: 'stopped_by_user' } })
      const streaming_message_ts = streaming.map(({ ts }) => ts)
      emit({
        type: 'agent_session_stopped',
        channel: id,
        user,
        thread_ts,
        streaming_message_ts,
        event_ts: workspace.mint(),
      })
    },

    open({ user, tab = 'messages' }) {
      const channel = workspace.channel(personOf(workspace, user).id)!.id
      emit({ type: 'app_home_opened', user, channel, tab, event_ts: workspace.mint() })
    },

    automate({ name, text, ...what }) {
      return workspace.add({ ...what, user: 'USLACKBOT', text: typed(workspace, text), workflow: name }).ts
    },

    share({ user, of, text = '', ...where }) {
      const channel = placeOf(workspace, { ...where, user })
      const post = messageBefore(workspace, placeOf(workspace, { ...of, user }), of.ts, user)
      return workspace.add({
        channel: channel.id,
        user,
        text: typed(workspace, text),
        client_msg_id: randomUUID(),
        ...(where.thread_ts && { thread_ts: where.thread_ts }),
        attachments: [copyOf(workspace, post, url())],
      }).ts
    },

    unfurl({ channel, ts, attachments }) {
      const post = workspace.post(channel, ts)
      if (!post) throw new Mistake(`There is no message ${ts}`, 404)
      workspace.change(post, { attachments })
    },
  }
}

/** A shared message as Slack tells it: a copy of what it said, with its files, which are told of nowhere else. */
function copyOf(workspace: Workspace, post: Post, url: string): Record<string, unknown> {
  const { domain } = workspace.team
  const author = workspace.users.get(post.user)
  const channel = workspace.channels.get(post.channel)!
  const told = toJson(workspace, post, url)
  const from_url = `https://${domain}.slack.com/archives/${post.channel}/p${post.ts.replace('.', '')}`
  return {
    is_share: true,
    ts: post.ts,
    author_id: post.user,
    ...(author && { author_name: author.real_name, author_subname: author.real_name }),
    channel_id: post.channel,
    channel_team: workspace.team.id,
    ...(channel.kind !== 'im' && { channel_name: channel.name }),
    from_url,
    text: post.text,
    fallback: `[${new Date(Number(post.ts) * 1000).toISOString()}] ${author?.name ?? post.workflow}: ${post.text}`,
    mrkdwn_in: ['text'],
    message_blocks: [
      { team: workspace.team.id, channel: post.channel, ts: post.ts, message: { blocks: told['blocks'] } },
    ],
    ...(told['files'] ? { files: told['files'] } : {}),
    footer: channel.kind === 'im' ? 'Direct message' : `Posted in #${channel.name}`,
  }
}
