import type { ServerResponse } from 'node:http'
import type { Faults } from './faults.ts'
import { toView } from './messages.ts'
import { personOf } from './presence.ts'
import type { SlackApp } from './slack-app.ts'
import type { ClientEvent, Message, Modal, User } from './view.ts'
import type { Views } from './views.ts'
import type { Workspace } from './workspace.ts'

/** Open pages: each is sent what its person sees, as it happens. */
export interface Pages {
  open(res: ServerResponse, user: string | null): void
  /** To be called when an app connects or leaves. */
  connected(): void
  close(): void
}

const HEARTBEAT_MS = 15_000
/** Newest messages of each channel that a page is given when it opens. */
const SNAPSHOT_MESSAGES = 500

export function createPages(parts: { workspace: Workspace; app: SlackApp; views: Views; faults: Faults }): Pages {
  const { workspace, app, views, faults } = parts
  const isConnected = app.connected
  const pages = new Map<ServerResponse, User>()

  const send = (page: ServerResponse, event: ClientEvent): void => void page.write(`data: ${JSON.stringify(event)}\n\n`)
  const broadcast = (event: ClientEvent): void => {
    for (const page of pages.keys()) send(page, event)
  }
  const isIn = (user: User, channel: string): boolean =>
    workspace.members(workspace.channels.get(channel)!).includes(user.id)

  workspace.watch((change) => {
    for (const [page, me] of pages) {
      if (change.type === 'status' || change.type === 'session') {
        if (isIn(me, change.channel)) send(page, change)
      } else if (workspace.sees(me.id, change.post)) {
        const { channel, ts } = change.post
        if (change.type === 'deleted') send(page, { type: 'message_deleted', channel, ts })
        else {
          const type = change.type === 'added' ? 'message' : 'message_changed'
          send(page, { type, message: toView(workspace, change.post) })
        }
      }
    }
  })
  const modalsOf = (user: User): Modal[] => views.of(user.id).map((view) => view as unknown as Modal)
  views.watch((user) => {
    for (const [page, me] of pages) if (me.id === user) send(page, { type: 'views', views: modalsOf(me) })
  })
  faults.watch(() => broadcast({ type: 'faults', faults: faults.list }))

  function newest(channel: string, me: User): Message[] {
    const messages: Message[] = []
    for (const post of workspace.posts(channel).backward()) {
      if (messages.length === SNAPSHOT_MESSAGES) break
      if (workspace.sees(me.id, post)) messages.push(toView(workspace, post))
    }
    return messages.reverse()
  }

  return {
    open(res, id) {
      const me = personOf(workspace, id ?? '')
      const { team, bot, users } = workspace
      const channels = [...workspace.channels.values()].filter((channel) => isIn(me, channel.id))
      res.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      send(res, {
        type: 'snapshot',
        team: { id: team.id, name: team.name },
        me,
        bot,
        users: [...users.values()],
        channels,
        messages: channels.flatMap((channel) => newest(channel.id, me)),
        commands: app.commands.map(({ should_escape: _, ...command }) => command),
        views: modalsOf(me),
        faults: faults.list,
        connected: isConnected(),
      })
      for (const activity of workspace.activities.list()) if (isIn(me, activity.channel)) send(res, activity)
      pages.set(res, me)
      const heartbeat = setInterval(() => res.write(': still here\n\n'), HEARTBEAT_MS).unref()
      res.on('close', () => {
        clearInterval(heartbeat)
        pages.delete(res)
      })
    },
    connected: () => broadcast({ type: 'connected', connected: isConnected() }),
    close() {
      for (const page of pages.keys()) page.end()
      pages.clear()
    },
  }
}
