import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { strings } from '../../strings.ts'
import { ConversationView } from './ConversationView.tsx'
import { createTeamsClient } from './client.ts'
import type { Teams } from './context.ts'
import { TeamsContext } from './context.ts'
import { FaultsDrawer } from './FaultsDrawer.tsx'
import { Rail } from './Rail.tsx'
import { Sidebar } from './Sidebar.tsx'
import type { Workspace } from './state.ts'
import { text } from './strings.ts'
import { TaskDialog } from './TaskDialog.tsx'
import styles from './TeamsDesk.module.css'
import { useActions } from './useActions.ts'
import { useWorkspace } from './useWorkspace.ts'

/** Who one acts as, and the conversation on screen. */
export type Seat = [user?: string, conversation?: string]

interface Props {
  seat: Seat
  /** `replace`: what was asked for is not there, and this is. */
  onSeat: (seat: Seat, options?: { replace: boolean }) => void
  /** Shown where one may ask for a second desk, or do without it. */
  beside?: { label: string; shown: boolean; toggle: (other: Seat) => void }
}

/** Teams as one person sees it. */
export function TeamsDesk({ seat, onSeat, beside }: Props) {
  const [client] = useState(createTeamsClient)
  const [wantedUser, wanted] = seat
  const { state, dispatch, user, refusal } = useWorkspace(client, wantedUser)
  const [notice, setNotice] = useState('')
  const [faultsOpen, setFaultsOpen] = useState(false)
  const [navigationOpen, setNavigationOpen] = useState(false)
  const workspace = state.workspace?.me.id === user ? state.workspace : undefined
  const conversation = workspace && findConversation(workspace, wanted)

  const latest = useRef(onSeat)
  latest.current = onSeat
  const go = useCallback((...to: Seat) => {
    setNavigationOpen(false)
    latest.current(to)
  }, [])

  useEffect(() => {
    if (user && conversation && (user !== wantedUser || conversation.id !== wanted)) {
      latest.current([user, conversation.id], { replace: true })
    }
  }, [user, conversation, wantedUser, wanted])

  const shown = conversation?.id
  useEffect(() => {
    if (shown) dispatch({ type: 'viewed', conversation: shown })
  }, [shown, dispatch])

  const said = workspace?.said
  useEffect(() => {
    if (said) setNotice(said.say)
  }, [said])

  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => setNotice(''), 6000)
    return () => clearTimeout(timer)
  }, [notice])

  const openConversation = useCallback((id: string) => go(user ?? '', id), [go, user])
  const actions = useActions({ client, workspace, dispatch, onError: setNotice, openConversation })
  const teams = useMemo<Teams | undefined>(() => {
    return workspace && actions && { workspace, ...actions, fileUrl: client.fileUrl }
  }, [workspace, actions, client])

  const late = useLate(state.link === 'reconnecting')
  if (!teams || !conversation) {
    return (
      <div className={styles.desk}>
        <div className={styles.opening} role="status">
          {refusal ?? (late ? strings.opening : strings.loading)}
        </div>
      </div>
    )
  }

  const { me, users, dialog } = teams.workspace
  const other = users.find(({ id, bot }) => !bot && id !== me.id)
  // A personal chat is its person's own: everybody else gets theirs.
  const kept: [string?] = conversation.kind === 'personal' ? [] : [conversation.id]
  return (
    <TeamsContext value={teams}>
      <div className={styles.desk}>
        <div className={styles.pane}>
          <nav className={styles.navigation} data-open={navigationOpen} aria-label={text.navigation}>
            <Rail conversation={conversation} onUser={(id) => go(id, ...kept)} />
            <Sidebar conversation={conversation} />
          </nav>
          {navigationOpen && (
            <button
              type="button"
              className={styles.scrim}
              aria-label={strings.close}
              onClick={() => setNavigationOpen(false)}
            />
          )}
          <ConversationView
            key={`${me.id}/${conversation.id}`}
            conversation={conversation}
            onMenu={() => setNavigationOpen(true)}
            faultsOpen={faultsOpen}
            onFaults={() => setFaultsOpen(!faultsOpen)}
            {...(beside && other && { beside: { ...beside, toggle: () => beside.toggle([other.id, ...kept]) } })}
          />
          {faultsOpen && (
            <FaultsDrawer
              client={client}
              conversation={conversation}
              onError={setNotice}
              onClose={() => setFaultsOpen(false)}
            />
          )}
          {dialog && <TaskDialog key={dialog.id} dialog={dialog} />}
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
    </TeamsContext>
  )
}

/** The wanted conversation if this person has it, else their chat with the app. */
function findConversation({ conversations, me }: Workspace, wanted: string | undefined) {
  const mine = conversations.filter(({ user }) => user === undefined || user === me.id)
  return mine.find(({ id }) => id === wanted) ?? mine.find(({ kind }) => kind === 'personal') ?? mine[0]
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
