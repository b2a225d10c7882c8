import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ClientEvent } from '../../../stand-ins/slack/view.ts'
import type { Desk } from '../../shared/pane/Desks.tsx'
import { draftKey } from '../../shared/pane/drafts.ts'
import { Notices, Opening, Scrim } from '../../shared/pane/Frame.tsx'
import { useAsked } from '../../shared/pane/useAsked.ts'
import { useScreen } from '../../shared/pane/useScreen.ts'
import { useSeat } from '../../shared/pane/useSeat.ts'
import { useWorkspace, type WorkspaceRules } from '../../shared/pane/useWorkspace.ts'
import { ChannelView } from './ChannelView.tsx'
import { createSlackClient } from './client.ts'
import { nameOf } from './compose.ts'
import type { Slack } from './context.ts'
import { SlackContext } from './context.ts'
import { FormDialog } from './FormDialog.tsx'
import { Sidebar } from './Sidebar.tsx'
import styles from './SlackDesk.module.css'
import { SlackFaults } from './SlackFaults.tsx'
import { initialState, type LocalEvent, reduce, type State, type Workspace } from './state.ts'
import { ThreadPane } from './ThreadPane.tsx'
import { useActions } from './useActions.ts'

const rules: WorkspaceRules<State, ClientEvent, ClientEvent | LocalEvent> = {
  initialState,
  reduce,
  receive: (event) => event,
}

/** The workspace as one person sees it. In the address stand the person, the channel, and the thread beside it. */
export function SlackDesk({ seat, onSeat, second, onAskable }: Desk) {
  const [client] = useState(createSlackClient)
  const [wantedUser, wantedChannel, thread] = seat
  const { state, dispatch, user, refusal } = useWorkspace(client, wantedUser, rules)
  const screen = useScreen(state.link)
  const { setNotice, faultsOpen } = screen
  const workspace = state.workspace?.me.id === user ? state.workspace : undefined
  const channel = workspace && findChannel(workspace, wantedChannel)

  const { go, settle } = useSeat(onSeat, screen.setNavigationOpen)

  useEffect(() => {
    if (user && channel && (user !== wantedUser || channel.id !== wantedChannel)) {
      settle(user, channel.id)
    }
  }, [user, channel, wantedUser, wantedChannel, settle])

  useEffect(() => {
    if (channel) dispatch({ type: 'viewed', channel: channel.id })
  }, [channel, dispatch])

  const openThread = useCallback((inChannel: string, ts: string) => go(user ?? '', inChannel, ts), [go, user])
  const actions = useActions({ client, workspace, dispatch, onError: setNotice, openThread })
  const slack = useMemo<Slack | undefined>(() => {
    if (!workspace || !actions) return undefined
    return { workspace, ...actions, openThread, fileUrl: client.fileUrl, ...(thread && { shownThread: thread }) }
  }, [workspace, actions, openThread, client, thread])

  useAsked(
    onAskable,
    slack &&
      channel && {
        draftKey: draftKey(slack.workspace.me.id, channel.id),
        agent: channel.kind === 'channel' ? nameOf(slack.workspace.bot) : undefined,
        say: (draft) => slack.say(channel.id, draft),
      },
  )

  if (!slack || !channel) {
    return (
      <div className={styles.desk}>
        <Opening late={screen.late} refusal={refusal} />
      </div>
    )
  }

  const { me, users, bot, views } = slack.workspace
  const other = users.find(({ id, is_bot }) => !is_bot && id !== me.id && id !== bot.id)
  // In a channel both see the same; a conversation with the agent is everybody's own.
  const kept: [string?] = channel.kind === 'channel' ? [channel.id] : []
  return (
    <SlackContext value={slack}>
      <div className={styles.desk}>
        <div className={styles.pane}>
          <Scrim screen={screen} />
          <Sidebar
            open={screen.navigationOpen}
            channel={channel.id}
            onChannel={(id) => go(me.id, id)}
            onUser={(id) => go(id, ...kept)}
          />
          <ChannelView
            key={`${me.id}/${channel.id}`}
            channel={channel}
            screen={screen}
            second={second}
            other={other && [other.id, ...kept]}
          />
          {thread && !faultsOpen && (
            <ThreadPane key={thread} channel={channel} threadTs={thread} onClose={() => go(me.id, channel.id)} />
          )}
          {faultsOpen && <SlackFaults client={client} screen={screen} />}
          {views.map((modal) => (
            <FormDialog key={`${modal.id} ${modal.hash}`} modal={modal} />
          ))}
          <Notices screen={screen} />
        </div>
      </div>
    </SlackContext>
  )
}

/** The wanted channel if this person has it, else their conversation with the agent. */
function findChannel({ channels }: Workspace, wanted: string | undefined) {
  return channels.find(({ id }) => id === wanted) ?? channels.find(({ kind }) => kind === 'im') ?? channels[0]
}
