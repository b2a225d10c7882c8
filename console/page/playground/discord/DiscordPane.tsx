import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ClientEvent } from '../../../stand-ins/discord/view.ts'
import { Notices, Opening, Scrim } from '../../shared/pane/Frame.tsx'
import { typingMs } from '../../shared/pane/Typing.tsx'
import { useScreen } from '../../shared/pane/useScreen.ts'
import { useWorkspace, type WorkspaceRules } from '../../shared/pane/useWorkspace.ts'
import { navigate } from '../../shared/route.ts'
import { strings } from '../../strings.ts'
import { ChannelView } from './ChannelView.tsx'
import { createDiscordClient } from './client.ts'
import type { Discord } from './context.ts'
import { DiscordContext } from './context.ts'
import { DiscordFaults } from './DiscordFaults.tsx'
import styles from './DiscordPane.module.css'
import { ModalDialog } from './ModalDialog.tsx'
import { Rail } from './Rail.tsx'
import { Sidebar } from './Sidebar.tsx'
import { initialState, type LocalEvent, reduce, type State, type Workspace } from './state.ts'
import { useActions } from './useActions.ts'

/** The route below the pane: who one acts as, and the channel, thread or conversation on screen. */
type Path = [user?: string, channel?: string]

const rules: WorkspaceRules<State, ClientEvent, ClientEvent | LocalEvent> = {
  initialState,
  reduce,
  receive: (event) =>
    event.type === 'typing' ? { ...event, type: 'typing_until', until: Date.now() + typingMs } : event,
}

export default function DiscordPane({ path }: { path: string[] }) {
  const [client] = useState(createDiscordClient)
  const [wantedUser, wantedChannel] = path as Path
  const { state, dispatch, user, refusal } = useWorkspace(client, wantedUser, rules)
  const screen = useScreen(state.link)
  const { setNotice, setNavigationOpen } = screen
  const workspace = state.workspace?.me.id === user ? state.workspace : undefined
  const channel = workspace && findChannel(workspace, wantedChannel)

  const go = useCallback(
    (...to: string[]) => {
      setNavigationOpen(false)
      navigate(['discord', ...to])
    },
    [setNavigationOpen],
  )

  // A channel that is not known yet may be a thread that has just begun: the address waits for it.
  useEffect(() => {
    if (user && channel && (user !== wantedUser || wantedChannel === undefined)) {
      navigate(['discord', user, channel.id], { replace: true })
    }
  }, [user, channel, wantedUser, wantedChannel])

  useEffect(() => {
    if (channel) dispatch({ type: 'viewed', channel: channel.id })
  }, [channel, dispatch])

  const openChannel = useCallback((id: string) => go(user ?? '', id), [go, user])
  const actions = useActions({ client, workspace, dispatch, onError: setNotice, openChannel })
  const discord = useMemo<Discord | undefined>(() => {
    return workspace && actions && { workspace, ...actions, fileUrl: client.fileUrl }
  }, [workspace, actions, client])

  if (!discord || !channel) {
    return (
      <div className={styles.desk}>
        <Opening late={screen.late} refusal={refusal} />
      </div>
    )
  }

  return (
    <DiscordContext value={discord}>
      <div className={styles.desk}>
        <div className={styles.pane}>
          <nav className={styles.navigation} data-open={screen.navigationOpen} aria-label={strings.menu}>
            <Rail channel={channel} />
            <Sidebar channel={channel} onUser={(id) => go(id, ...(channel.kind === 'dm' ? [] : [channel.id]))} />
          </nav>
          <Scrim screen={screen} />
          <ChannelView key={`${discord.workspace.me.id}/${channel.id}`} channel={channel} screen={screen} />
          {screen.faultsOpen && <DiscordFaults client={client} screen={screen} />}
          {discord.workspace.modal && <ModalDialog key={discord.workspace.modal.id} modal={discord.workspace.modal} />}
          <Notices screen={screen} />
        </div>
      </div>
    </DiscordContext>
  )
}

/** The wanted channel if this person has it, else the server's first. */
function findChannel({ channels }: Workspace, wanted: string | undefined) {
  return channels.find(({ id }) => id === wanted) ?? channels.find(({ kind }) => kind === 'text') ?? channels[0]
}
