import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ClientEvent } from '../../../stand-ins/discord/view.ts'
import type { Desk } from '../../shared/pane/Desks.tsx'
import { draftKey } from '../../shared/pane/drafts.ts'
import { Notices, Opening, Scrim } from '../../shared/pane/Frame.tsx'
import { typingMs } from '../../shared/pane/Typing.tsx'
import { useAsked } from '../../shared/pane/useAsked.ts'
import { useScreen } from '../../shared/pane/useScreen.ts'
import { useSeat } from '../../shared/pane/useSeat.ts'
import { useWorkspace, type WorkspaceRules } from '../../shared/pane/useWorkspace.ts'
import { strings } from '../../strings.ts'
import { ChannelView } from './ChannelView.tsx'
import { createDiscordClient } from './client.ts'
import type { Discord } from './context.ts'
import { DiscordContext } from './context.ts'
import styles from './DiscordDesk.module.css'
import { DiscordFaults } from './DiscordFaults.tsx'
import { ModalDialog } from './ModalDialog.tsx'
import { Rail } from './Rail.tsx'
import { Sidebar } from './Sidebar.tsx'
import { initialState, type LocalEvent, reduce, type State, type Workspace } from './state.ts'
import { useActions } from './useActions.ts'

const rules: WorkspaceRules<State, ClientEvent, ClientEvent | LocalEvent> = {
  initialState,
  reduce,
  receive: (event) =>
    event.type === 'typing' ? { ...event, type: 'typing_until', until: Date.now() + typingMs } : event,
}

/** Discord as one person sees it. In the address stand the person and the channel, thread or conversation. */
export function DiscordDesk({ seat, onSeat, second, onAskable }: Desk) {
  const [client] = useState(createDiscordClient)
  const [wantedUser, wantedChannel] = seat
  const { state, dispatch, user, refusal } = useWorkspace(client, wantedUser, rules)
  const screen = useScreen(state.link)
  const { setNotice } = screen
  const workspace = state.workspace?.me.id === user ? state.workspace : undefined
  // What is asked of several platforms at once is asked where the others hear it too: in the conversation with the agent.
  const channel = workspace && findChannel(workspace, wantedChannel, onAskable ? 'dm' : 'text')

  const { go, settle } = useSeat(onSeat, screen.setNavigationOpen)

  // A channel that is not known yet may be a thread that has just begun: the address waits for it.
  useEffect(() => {
    if (user && channel && (user !== wantedUser || wantedChannel === undefined)) {
      settle(user, channel.id)
    }
  }, [user, channel, wantedUser, wantedChannel, settle])

  useEffect(() => {
    if (channel) dispatch({ type: 'viewed', channel: channel.id })
  }, [channel, dispatch])

  const openChannel = useCallback((id: string) => go(user ?? '', id), [go, user])
  const actions = useActions({ client, workspace, dispatch, onError: setNotice, openChannel })
  const discord = useMemo<Discord | undefined>(() => {
    return workspace && actions && { workspace, ...actions, fileUrl: client.fileUrl }
  }, [workspace, actions, client])

  useAsked(
    onAskable,
    discord &&
      channel && {
        draftKey: draftKey(discord.workspace.me.id, channel.id),
        agent: channel.kind === 'dm' ? undefined : discord.workspace.bot.name,
        say: (draft) => discord.say(channel.id, draft),
      },
  )

  if (!discord || !channel) {
    return (
      <div className={styles.desk}>
        <Opening late={screen.late} refusal={refusal} />
      </div>
    )
  }

  const { me, users, modal } = discord.workspace
  const other = users.find(({ id, bot }) => !bot && id !== me.id)
  // A conversation with the agent is its person's own: everybody else gets theirs.
  const kept: [string?] = channel.kind === 'dm' ? [] : [channel.id]
  return (
    <DiscordContext value={discord}>
      <div className={styles.desk}>
        <div className={styles.pane}>
          <nav
            className={styles.navigation}
            data-open={screen.navigationOpen}
            aria-label={strings.at(strings.menu, 'Discord', me.name)}
          >
            <Rail channel={channel} />
            <Sidebar channel={channel} onUser={(id) => go(id, ...kept)} />
          </nav>
          <Scrim screen={screen} />
          <ChannelView
            key={`${me.id}/${channel.id}`}
            channel={channel}
            screen={screen}
            second={second}
            other={other && [other.id, ...kept]}
          />
          {screen.faultsOpen && <DiscordFaults client={client} screen={screen} />}
          {modal && <ModalDialog key={modal.id} modal={modal} />}
          <Notices screen={screen} />
        </div>
      </div>
    </DiscordContext>
  )
}

/** The wanted channel if this person has it, else the first of the kind that is shown at first. */
function findChannel({ channels }: Workspace, wanted: string | undefined, first: 'dm' | 'text') {
  return channels.find(({ id }) => id === wanted) ?? channels.find(({ kind }) => kind === first) ?? channels[0]
}
