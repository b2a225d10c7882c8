import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { strings } from '../../strings.ts'
import { ChannelView } from './ChannelView.tsx'
import { createSlackClient } from './client.ts'
import type { Slack } from './context.ts'
import { SlackContext } from './context.ts'
import { FaultsDrawer } from './FaultsDrawer.tsx'
import { FormDialog } from './FormDialog.tsx'
import { Sidebar } from './Sidebar.tsx'
import styles from './SlackDesk.module.css'
import type { Workspace } from './state.ts'
import { ThreadPane } from './ThreadPane.tsx'
import { useActions } from './useActions.ts'
import { useWorkspace } from './useWorkspace.ts'

/** Who one acts as, the channel on screen and the thread beside it. */
export type Seat = [user?: string, channel?: string, thread?: string]

interface Props {
  seat: Seat
  /** `replace`: what was asked for is not there, and this is. */
  onSeat: (seat: Seat, options?: { replace: boolean }) => void
  /** Shown where one may ask for a second desk, or do without this one. */
  beside?: { label: string; shown: boolean; toggle: () => void }
}

/** The workspace as one person sees it. */
export function SlackDesk({ seat, onSeat, beside }: Props) {
  const [client] = useState(createSlackClient)
  const [wantedUser, wantedChannel, thread] = seat
  const { state, dispatch, user, refusal } = useWorkspace(client, wantedUser)
  const [notice, setNotice] = useState('')
  const [faultsOpen, setFaultsOpen] = useState(false)
  const [sidebarOpen, setSidebarOpen] = useState(false)
  const workspace = state.workspace?.me.id === user ? state.workspace : undefined
  const channel = workspace && findChannel(workspace, wantedChannel)

  const latest = useRef(onSeat)
  latest.current = onSeat
  const go = useCallback((...to: Seat) => {
    setSidebarOpen(false)
    latest.current(to)
  }, [])

  useEffect(() => {
    if (user && channel && (user !== wantedUser || channel.id !== wantedChannel)) {
      latest.current([user, channel.id], { replace: true })
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

  const openThread = useCallback((inChannel: string, ts: string) => go(user ?? '', inChannel, ts), [go, user])
  const actions = useActions({ client, workspace, dispatch, onError: setNotice, openThread })
  const slack = useMemo<Slack | undefined>(() => {
    if (!workspace || !actions) return undefined
    return { workspace, ...actions, openThread, fileUrl: client.fileUrl, ...(thread && { shownThread: thread }) }
  }, [workspace, actions, openThread, client, thread])

  const late = useLate(state.link === 'reconnecting')
  if (!slack || !channel) {
    return (
      <div className={styles.desk}>
        <div className={styles.opening} role="status">
          {refusal ?? (late ? strings.opening : strings.loading)}
        </div>
      </div>
    )
  }

  const modal = slack.workspace.views.at(-1)
  return (
    <SlackContext value={slack}>
      <div className={styles.desk}>
        <div className={styles.pane}>
          <Sidebar
            open={sidebarOpen}
            channel={channel.id}
            onChannel={(id) => go(slack.workspace.me.id, id)}
            onUser={(id) => go(id, ...(channel.kind === 'channel' ? [channel.id] : []))}
            onClose={() => setSidebarOpen(false)}
          />
          <ChannelView
            key={`${slack.workspace.me.id}/${channel.id}`}
            channel={channel}
            onMenu={() => setSidebarOpen(true)}
            faultsOpen={faultsOpen}
            onFaults={() => setFaultsOpen(!faultsOpen)}
            {...(beside && { beside })}
          />
          {thread && !faultsOpen && (
            <ThreadPane
              key={thread}
              channel={channel}
              threadTs={thread}
              onClose={() => go(slack.workspace.me.id, channel.id)}
            />
          )}
          {faultsOpen && <FaultsDrawer client={client} onError={setNotice} onClose={() => setFaultsOpen(false)} />}
          {modal && <FormDialog key={`${modal.id} ${modal.hash}`} modal={modal} />}
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
      </div>
    </SlackContext>
  )
}

/** The wanted channel if this person has it, else their conversation with the agent. */
function findChannel({ channels }: Workspace, wanted: string | undefined) {
  return channels.find(({ id }) => id === wanted) ?? channels.find(({ kind }) => kind === 'im') ?? channels[0]
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
