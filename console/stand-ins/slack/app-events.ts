import { randomBytes } from 'node:crypto'
import type { ActionTokens } from './action-tokens.ts'
import type { Envelope } from './envelope.ts'
import { toJson } from './messages.ts'
import type { Post } from './post.ts'
import type { Change, Workspace } from './workspace.ts'

export interface AppEventParts {
  workspace: Workspace
  now: () => number
  url: () => string
  /** Installed by the organisation, for all of its workspaces. */
  orgWide: () => boolean
}

/** Once the app is gone, nobody has authorized what Slack tells of it; of one that an organisation had, no workspace is named. */
const GOODBYES = new Set(['app_uninstalled', 'tokens_revoked'])

/** An inner event in the envelope Slack sends it in. */
export function eventEnvelope({ workspace, now, orgWide }: AppEventParts, event: Record<string, unknown>): Envelope {
  const { team, app, bot, users } = workspace
  const id = `Ev${randomBytes(6).toString('hex').toUpperCase()}`
  const createdAt = now()
  const type = String(event['type'])
  const enterprise_id = team.enterprise?.id ?? null
  const [isGoodbye, isOfAll] = [GOODBYES.has(type), orgWide()]
  const team_id = isGoodbye && isOfAll ? null : team.id
  const authorization = {
    enterprise_id,
    team_id,
    user_id: bot.id,
    is_bot: true,
    is_enterprise_install: isOfAll,
  }
  const payload = {
    token: 'simulator-verification-token',
    team_id,
    ...(enterprise_id && { enterprise_id }),
    context_team_id: team_id,
    context_enterprise_id: enterprise_id,
    api_app_id: app.id,
    event,
    type: 'event_callback',
    event_id: id,
    event_time: Math.floor(createdAt / 1000),
    authorizations: isGoodbye && !isOfAll ? [] : [authorization],
    is_ext_shared_channel: users.get(String(event['user']))?.team !== undefined,
    event_context: `4-${id}`,
  }
  return { id, kind: 'events_api', type, payload, createdAt }
}

/** The events a change in the workspace makes for an app that is subscribed to messages and mentions. */
export function eventsOf(
  { workspace, url, actionTokens }: Pick<AppEventParts, 'workspace' | 'url'> & { actionTokens: ActionTokens },
  change: Change,
): Record<string, unknown>[] {
  if (!('post' in change) || change.post.ephemeral_to) return []
  const { post } = change
  const channel = workspace.channels.get(post.channel)!
  if (!workspace.members(channel).includes(workspace.bot.id)) return []
  const channel_type = channel.kind
  const place = { channel: post.channel, channel_type }
  if (change.type === 'added') {
    const message = { ...toJson(workspace, post, url()), ...place, event_ts: post.ts }
    // Of a conversation of several people the documentation promises no mentions; their messages are told either way.
    const isMentioned = channel_type === 'channel' || channel_type === 'group'
    const author = workspace.users.get(post.user)
    const leave = author?.is_bot === false && { assistant_thread: { action_token: actionTokens.open(post.user) } }
    if (channel_type === 'im') return [{ ...message, ...leave }]
    if (!isMentioned || post.user === workspace.bot.id) return [message]
    // As was seen, of the two only the mention brings the leave to search.
    return post.text.includes(`<@${workspace.bot.id}>`) ? [message, { ...mention(message), ...leave }] : [message]
  }
  const event_ts = workspace.mint()
  const hidden = { type: 'message', ...place, hidden: true, ts: event_ts, event_ts }
  if (change.type === 'deleted') {
    const previous_message = toJson(workspace, post, url())
    return [{ ...hidden, subtype: 'message_deleted', deleted_ts: post.ts, previous_message }]
  }
  if (change.partial) return []
  const [message, previous_message] = [post, change.previous].map((each: Post) => toJson(workspace, each, url()))
  return [{ ...hidden, subtype: 'message_changed', message, previous_message }]
}

/** Slack tells of a mention twice: as a message and as an app_mention, which has no channel_type. */
function mention(message: Record<string, unknown>): Record<string, unknown> {
  const { channel_type: _, subtype: __, ...rest } = message
  return { ...rest, type: 'app_mention' }
}
