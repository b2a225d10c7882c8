import type { ServerResponse } from 'node:http'
import { createEventPages } from '../shared/event-pages.ts'
import type { Faults } from './faults.ts'
import { toView } from './messages.ts'
import { personOf } from './presence.ts'
import type { SlackApp } from './slack-app.ts'
import type { ClientEvent, Message, Modal } from './view.ts'
import type { Views } from './views.ts'
import type { createWorkflow } from './workflow.ts'
import type { Change, Workspace } from './workspace.ts'

/** Open pages: each is sent what its person sees, as it happens. */
export interface Pages {
  /** `locale`: of the page, in which its person reads. */
  open(res: ServerResponse, user: string | null, locale: string | null): void
  /** To be called when an app connects or leaves. */
  connected(): void
  close(): void
}

/** Newest messages of each channel that a page is given when it opens. */
const SNAPSHOT_MESSAGES = 500

export function createPages(parts: {
  workspace: Workspace
  app: SlackApp
  views: Views
  workflow: Pick<ReturnType<typeof createWorkflow>, 'commands'>
  faults: Faults
}): Pages {
  const { workspace, app, views, workflow, faults } = parts
  const isConnected = app.connected
  const pages = createEventPages<ClientEvent>()
  const isIn = (user: string, channel: string): boolean =>
    workspace.members(workspace.channels.get(channel)!).includes(user)

  function eventsOf(change: Change, me: string): ClientEvent[] {
    if (change.type === 'status' || change.type === 'session') return isIn(me, change.channel) ? [change] : []
    if (!workspace.sees(me, change.post)) return []
    const { channel, ts } = change.post
    if (change.type === 'deleted') return [{ type: 'message_deleted', channel, ts }]
    const type = change.type === 'added' ? 'message' : 'message_changed'
    return [{ type, message: toView(workspace, change.post) }]
  }
  const modalsOf = (user: string): Modal[] => views.of(user).map((view) => view as unknown as Modal)

  workspace.watch((change) => pages.tell((me) => eventsOf(change, me)))
  views.watch((user) => pages.tell((me) => (me === user ? [{ type: 'views', views: modalsOf(me) }] : [])))
  faults.watch(() => pages.tell(() => [{ type: 'faults', faults: faults.list, hitFaults: faults.hit }]))

  function newest(channel: string, me: string): Message[] {
    const messages: Message[] = []
    for (const post of workspace.posts(channel).backward()) {
      if (messages.length === SNAPSHOT_MESSAGES) break
      if (workspace.sees(me, post)) messages.push(toView(workspace, post))
    }
    return messages.reverse()
  }

  return {
    open(res, id, locale) {
      const { team, bot, users } = workspace
      const known = personOf(workspace, id ?? '')
      const me = locale ? { ...known, locale } : known
      users.set(me.id, me)
      const channels = [...workspace.channels.values()].filter((channel) => isIn(me.id, channel.id))
      const snapshot: ClientEvent = {
        type: 'snapshot',
        team: { id: team.id, name: team.name },
        me,
        bot,
        users: [...users.values()],
        channels,
        messages: channels.flatMap((channel) => newest(channel.id, me.id)),
        commands: [...app.commands.map(({ should_escape: _, ...command }) => command), ...workflow.commands()],
        views: modalsOf(me.id),
        faults: faults.list,
        hitFaults: faults.hit,
        connected: isConnected(),
      }
      const activities = workspace.activities.list().filter(({ channel }) => isIn(me.id, channel))
      pages.open(res, me.id, [snapshot, ...activities])
    },
    connected: () => pages.tell(() => [{ type: 'connected', connected: isConnected() }]),
    close: pages.close,
  }
}
