import type { RawArgs } from './args.ts'
import { Refusal } from './refusal.ts'
import type { Workspace } from './workspace.ts'

/** What an app needs for a method: one of these scopes. Methods that are not here need none. */
const NEEDED: Record<string, string[]> = {
  'assistant.search.context': ['search:read.public'],
  'bots.info': ['users:read'],
  'canvases.access.set': ['canvases:write'],
  'canvases.create': ['canvases:write'],
  'canvases.delete': ['canvases:write'],
  'chat.unfurl': ['links:write'],
  'files.completeUploadExternal': ['files:write'],
  'files.delete': ['files:write'],
  'files.getUploadURLExternal': ['files:write'],
  'files.info': ['files:read'],
  'assistant.threads.setSuggestedPrompts': ['assistant:write'],
  'assistant.threads.setTitle': ['assistant:write'],
  'reactions.add': ['reactions:write'],
  'reactions.remove': ['reactions:write'],
  'team.info': ['team:read'],
  'usergroups.list': ['usergroups:read'],
  'usergroups.users.list': ['usergroups:read'],
  'users.info': ['users:read'],
}
/** Methods whose scope is another one in each kind of conversation. */
const BY_KIND: Record<string, string> = {
  'conversations.history': 'history',
  'conversations.replies': 'history',
  'conversations.info': 'read',
  'conversations.members': 'read',
}
/** What Slack tells an app of only if it may read it. */
export const EVENT_SCOPES: Record<string, string> = {
  app_mention: 'app_mentions:read',
  'message.channels': 'channels:history',
  'message.groups': 'groups:history',
  'message.im': 'im:history',
  'message.mpim': 'mpim:history',
  channel_deleted: 'channels:read',
  group_deleted: 'groups:read',
  link_shared: 'links:read',
  reaction_added: 'reactions:read',
  reaction_removed: 'reactions:read',
}
/** An app appears as somebody else, which takes a scope besides. */
const FACE = ['username', 'icon_url', 'icon_emoji']
const CUSTOMIZE = 'chat:write.customize'
/** What a kind of conversation is called in scopes and events. */
const CALLED = { channel: 'channels', group: 'groups', im: 'im', mpim: 'mpim' }

export function checkScope(workspace: Workspace, scopes: readonly string[], method: string, args: RawArgs): void {
  const isFaced = FACE.some((name) => args[name] !== undefined)
  if (isFaced && !scopes.includes(CUSTOMIZE))
    throw new Refusal('missing_scope', [], { needed: CUSTOMIZE, provided: scopes.join(',') })
  const needed = neededFor(workspace, method, args)
  if (needed.length === 0 || needed.some((scope) => scopes.includes(scope))) return
  throw new Refusal('missing_scope', [], { needed: needed.join(','), provided: scopes.join(',') })
}

function neededFor(workspace: Workspace, method: string, args: RawArgs): string[] {
  if (NEEDED[method]) return NEEDED[method]
  if (/^(?:chat|agents\.sessions)\./.test(method) || method === 'assistant.threads.setStatus') return ['chat:write']
  const what = BY_KIND[method]
  if (!what) return NEEDED[method] ?? []
  const kind = workspace.channels.get(String(args['channel']))?.kind
  return kind ? [`${CALLED[kind]}:${what}`] : []
}

/** Whether an app that is subscribed to `events` and has these scopes is told of an inner event. */
export function hears(app: { scopes: readonly string[]; events: readonly string[] }, event: Record<string, unknown>) {
  const kind = event['channel_type'] as keyof typeof CALLED
  const name = event['type'] === 'message' ? `message.${CALLED[kind]}` : String(event['type'])
  // Of private channels it takes the scope of those.
  const joined =
    name === 'member_joined_channel' ? (event['channel_type'] === 'G' ? 'groups:read' : 'channels:read') : undefined
  const scope = joined ?? EVENT_SCOPES[name]
  return app.events.includes(name) && (scope === undefined || app.scopes.includes(scope))
}
