import type { Scope } from '../../src/ports/budget.ts'
import type { Limits } from '../../src/ports/channel.ts'
import type { Spot } from './places.ts'

const MINUTE_MS = 60_000
/** More of them would be a wall of text. */
const MESSAGES = 10
const INTERIM_MS = [2000, 6000, 15_000]

export interface Scopes {
  readonly start: Scope
  readonly stop: Scope
  readonly append: Scope
  readonly update: Scope
  readonly delete: Scope
  /** Each is counted by itself. */
  readonly replies: Scope
  readonly history: Scope
  /** The same where they are allowed once a minute. */
  readonly scarceReplies: Scope
  readonly scarceHistory: Scope
  /** What is asked of a channel, of who is in it, of people and of groups. */
  readonly info: Scope
  readonly members: Scope
  readonly users: Scope
  readonly groups: Scope
  readonly search: Scope
  readonly files: Scope
  readonly upload: Scope
  readonly ephemeral: Scope
  /** Of what is begun in `agents.sessions.setStatus`, and of the line that says what goes on: each pays for its end too. */
  readonly sessions: Scope
  readonly lines: Scope
  /** Emoji that are put to messages, and taken away again. */
  readonly marks: Scope
  readonly unmarks: Scope
  /** Executions of steps of workflows that are ended, well or not. */
  readonly steps: Scope
  /** Of posts, all channels together. */
  readonly posts: Scope
}

/** Slack counts calls of a method in a workspace. Its tiers promise "20+", "50+" and "100+" a minute. */
export function createLimits({ unlimited = false }: { unlimited?: boolean | undefined }) {
  const workspaces = new Map<string, Scopes>()

  function of(team: string): Scopes {
    let scopes = workspaces.get(team)
    if (!scopes) {
      const perMinute = (what: string, limit: number): Scope => ({
        key: `slack:${team}:${what}`,
        name: `workspace ${what}`,
        limit,
        windowMs: MINUTE_MS,
      })
      scopes = {
        start: perMinute('chat.startStream', 20),
        stop: perMinute('chat.stopStream', 20),
        append: perMinute('chat.appendStream', 100),
        update: perMinute('chat.update', 50),
        delete: perMinute('chat.delete', 50),
        replies: perMinute('conversations.replies', 50),
        history: perMinute('conversations.history', 50),
        scarceReplies: perMinute('conversations.replies (1)', 1),
        scarceHistory: perMinute('conversations.history (1)', 1),
        info: perMinute('conversations.info', 50),
        members: perMinute('conversations.members', 100),
        users: perMinute('users.info', 100),
        groups: perMinute('usergroups.list', 20),
        // Documented: at least so many, and more for larger workspaces.
        search: perMinute('assistant.search.context', 10),
        files: perMinute('files', 100),
        upload: perMinute('files.completeUploadExternal', 100),
        ephemeral: perMinute('chat.postEphemeral', 100),
        // They may be called 50 and 100 times.
        sessions: perMinute('agents.sessions.setStatus', 24),
        lines: perMinute('assistant.threads.setStatus', 50),
        marks: perMinute('reactions.add', 50),
        unmarks: perMinute('reactions.remove', 20),
        steps: perMinute('functions.complete', 50),
        // Documented as "several hundred".
        posts: perMinute('chat.postMessage', 300),
      }
      workspaces.set(team, scopes)
    }
    return scopes
  }

  /**
   * Documented: one message a second in a channel, short bursts tolerated. Ten in ten seconds leaves a burst of three to a
   * bucket that never lets more than that through in any window.
   */
  const inChannel = (team: string, channel: string): Scope => ({
    key: `slack:${team}:chat.postMessage:${channel}`,
    name: 'channel chat.postMessage',
    limit: 10,
    windowMs: 10_000,
  })

  const text: Limits['text'] = { max: 11_000, unit: 'utf8' }
  const free: Limits['cost'] = { post: [], edit: [], stream: [], append: [], finish: [] }

  return {
    of,
    inChannel,
    limits({ team, channel, responseUrl }: Spot): Limits {
      // An address for answers takes five of them; the fifth is for an end that was lost.
      if (responseUrl !== undefined) return { text, cost: free, interim: INTERIM_MS, alone: true }
      if (unlimited) return { text, cost: free, atMost: { messages: MESSAGES, cost: [] } }
      const { start, stop, append, update, posts, upload } = of(team)
      const post = [inChannel(team, channel), posts]
      // A stream that was begun must be stopped, so its stop is paid for at the beginning.
      const cost = { post, edit: [update], stream: [start, stop], append: [append], finish: [] }
      return { text, cost, atMost: { messages: MESSAGES, cost: [...post, upload] } }
    },
  }
}
