import { randomUUID } from 'node:crypto'
import { Mistake } from '../shared/mistake.ts'
import { isStreaming, type Post } from './post.ts'
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
  stopSession(what: Stop): void
  /** Opens the direct conversation with the bot; `home`: its Home tab instead. */
  open(what: { user: string; tab?: 'messages' | 'home' }): void
  /** A workflow says something, by no person's hand. The message's ts. */
  automate(what: { channel: string; text: string; thread_ts?: string; name: string }): string
}

const TEXT_LIMIT = 40_000
/** Ours: files are kept in memory and in the journal. */
export const FILE_LIMIT = 5_000_000

export function createPeople(parts: {
  workspace: Workspace
  now: () => number
  /** Tells the app of an event that is not a change of a message. */
  emit: (event: Record<string, unknown>) => void
}): People {
  const { workspace, now, emit } = parts

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

    automate({ channel, text, thread_ts, name }) {
      return workspace.add({
        channel,
        user: 'USLACKBOT',
        text: typed(workspace, text),
        workflow: name,
        ...(thread_ts && { thread_ts }),
      }).ts
    },
  }
}
