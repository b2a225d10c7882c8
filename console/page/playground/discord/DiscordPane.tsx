import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { navigate } from '../../shared/route.ts'
import { strings } from '../../strings.ts'
import { ChannelView } from './ChannelView.tsx'
import { createDiscordClient } from './client.ts'
import type { Discord } from './context.ts'
import { DiscordContext } from './context.ts'
import styles from './DiscordPane.module.css'
import { FaultsDrawer } from './FaultsDrawer.tsx'
import { ModalDialog } from './ModalDialog.tsx'
import { Rail } from './Rail.tsx'
import { Sidebar } from './Sidebar.tsx'
import type { Workspace } from './state.ts'
import { useActions } from './useActions.ts'
import { useWorkspace } from './useWorkspace.ts'

/** The route below the pane: who one acts as, and the channel, thread or conversation on screen. */
type Path = [user?: string, channel?: string]

export default function DiscordPane({ path }: { path: string[] }) {
  const [client] = useState(createDiscordClient)
  const [wantedUser, wantedChannel] = path as Path
  const { state, dispatch, user, refusal } = useWorkspace(client, wantedUser)
  const [notice, setNotice] = useState('')
  const [faultsOpen, setFaultsOpen] = useState(false)
  const [sidebarOpen, setSidebarOpen] = useState(false)
  const workspace = state.workspace?.me.id === user ? state.workspace : undefined
  const channel = workspace && findChannel(workspace, wantedChannel)

  const go = useCallback((...to: string[]) => {
    setSidebarOpen(false)
    navigate(['discord', ...to])
  }, [])

  // A channel that is not known yet may be a thread that has just begun: the address waits for it.
  useEffect(() => {
    if (user && channel && (user !== wantedUser || wantedChannel === undefined)) {
      navigate(['discord', user, channel.id], { replace: true })
    }
  }, [user, channel, wantedUser, wantedChannel])

  useEffect(() => {
    if (channel) dispatch({ type: 'viewed', channel: channel.id })
  }, [channel, dispatch])

  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => setNotice(''), 6000)
    return () => clearTimeout(timer)
  }, [notice])

  const openChannel = useCallback((id: string) => go(user ?? '', id), [go, user])
  const actions = useActions({ client, workspace, dispatch, onError: setNotice, openChannel })
  const discord = useMemo<Discord | undefined>(() => {
    return workspace && actions && { workspace, ...actions, fileUrl: client.fileUrl }
  }, [workspace, actions, client])

  const late = useLate(state.link === 'reconnecting')
  if (!discord || !channel) {
    return (
      <div className={styles.opening} role="status">
        {refusal ?? (late ? strings.opening : strings.loading)}
      </div>
    )
  }

  return (
    <DiscordContext value={discord}>
      <div className={styles.pane}>
        <nav className={styles.navigation} data-open={sidebarOpen} aria-label={strings.menu}>
          <Rail channel={channel} />
          <Sidebar channel={channel} onUser={(id) => go(id, ...(channel.kind === 'dm' ? [] : [channel.id]))} />
        </nav>
        {sidebarOpen && (
          <button
            type="button"
            className={styles.scrim}
            aria-label={strings.close}
            onClick={() => setSidebarOpen(false)}
          />
        )}
        <ChannelView
          key={`${discord.workspace.me.id}/${channel.id}`}
          channel={channel}
          onMenu={() => setSidebarOpen(true)}
          faultsOpen={faultsOpen}
          onFaults={() => setFaultsOpen(!faultsOpen)}
        />
        {faultsOpen && <FaultsDrawer client={client} onError={setNotice} onClose={() => setFaultsOpen(false)} />}
        {discord.workspace.modal && <ModalDialog key={discord.workspace.modal.id} modal={discord.workspace.modal} />}
        {late && (
          <p className={styles.reconnecting} role="status">
            {strings.reconnecting}
          </p>
        )}
        {notice && (
          <p className={styles.notice} role="alert">
            {notice}
          </p>
        )}
      </div>
    </DiscordContext>
  )
}

/** The wanted channel if this person has it, else the server's first. */
function findChannel({ channels }: Workspace, wanted: string | undefined) {
  return channels.find(({ id }) => id === wanted) ?? channels.find(({ kind }) => kind === 'text') ?? channels[0]
}

/** True once `value` has been true for a second: short interruptions are not worth a word. */
function useLate(value: boolean): boolean {
  const [late, setLate] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (value) timer.current = setTimeout(() => setLate(true), 1000)
    else setLate(false)
    return () => clearTimeout(timer.current)
  }, [value])
  return late
}
