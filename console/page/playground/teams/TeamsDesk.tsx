import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ClientEvent } from '../../../stand-ins/teams/view.ts'
import type { Desk } from '../../shared/pane/Desks.tsx'
import { draftKey } from '../../shared/pane/drafts.ts'
import { Notices, Opening, Scrim } from '../../shared/pane/Frame.tsx'
import { typingMs } from '../../shared/pane/Typing.tsx'
import { useAsked } from '../../shared/pane/useAsked.ts'
import { useScreen } from '../../shared/pane/useScreen.ts'
import { useSeat } from '../../shared/pane/useSeat.ts'
import { useWorkspace, type WorkspaceRules } from '../../shared/pane/useWorkspace.ts'
import { strings } from '../../strings.ts'
import { ConversationView } from './ConversationView.tsx'
import { createTeamsClient } from './client.ts'
import type { Teams } from './context.ts'
import { TeamsContext } from './context.ts'
import { Rail } from './Rail.tsx'
import { Sidebar } from './Sidebar.tsx'
import { initialState, type LocalEvent, reduce, type State, type Workspace } from './state.ts'
import { text } from './strings.ts'
import { TaskDialog } from './TaskDialog.tsx'
import styles from './TeamsDesk.module.css'
import { TeamsFaults } from './TeamsFaults.tsx'
import { useActions } from './useActions.ts'

const rules: WorkspaceRules<State, ClientEvent, ClientEvent | LocalEvent> = {
  initialState,
  reduce,
  receive: (event) =>
    event.type === 'typing' ? { ...event, type: 'typing_until', until: Date.now() + typingMs } : event,
}

/** Teams as one person sees it. In the address stand the person and the conversation. */
export function TeamsDesk({ seat, onSeat, second, onAskable }: Desk) {
  const [client] = useState(createTeamsClient)
  const [wantedUser, wanted] = seat
  const { state, dispatch, user, refusal } = useWorkspace(client, wantedUser, rules)
  const screen = useScreen(state.link)
  const { setNotice } = screen
  const workspace = state.workspace?.me.id === user ? state.workspace : undefined
  const conversation = workspace && findConversation(workspace, wanted)

  const { go, settle } = useSeat(onSeat, screen.setNavigationOpen)

  useEffect(() => {
    if (user && conversation && (user !== wantedUser || conversation.id !== wanted)) {
      settle(user, conversation.id)
    }
  }, [user, conversation, wantedUser, wanted, settle])

  const shown = conversation?.id
  useEffect(() => {
    if (shown) dispatch({ type: 'viewed', conversation: shown })
  }, [shown, dispatch])

  const said = workspace?.said
  useEffect(() => {
    if (said) setNotice(said.say)
  }, [said, setNotice])

  const openConversation = useCallback((id: string) => go(user ?? '', id), [go, user])
  const actions = useActions({ client, workspace, dispatch, onError: setNotice, openConversation })
  const teams = useMemo<Teams | undefined>(() => {
    return workspace && actions && { workspace, ...actions, fileUrl: client.fileUrl }
  }, [workspace, actions, client])

  useAsked(
    onAskable,
    teams &&
      conversation && {
        draftKey: draftKey(teams.workspace.me.id, conversation.id),
        agent: conversation.kind === 'personal' ? undefined : teams.workspace.bot.name,
        say: (draft) => teams.say({ conversation }, draft),
      },
  )

  if (!teams || !conversation) {
    return (
      <div className={styles.desk}>
        <Opening late={screen.late} refusal={refusal} />
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
          <nav
            className={styles.navigation}
            data-open={screen.navigationOpen}
            aria-label={strings.at(text.navigation, 'Teams', me.name)}
          >
            <Rail conversation={conversation} onUser={(id) => go(id, ...kept)} />
            <Sidebar conversation={conversation} />
          </nav>
          <Scrim screen={screen} />
          <ConversationView
            key={`${me.id}/${conversation.id}`}
            conversation={conversation}
            screen={screen}
            second={second}
            other={other && [other.id, ...kept]}
          />
          {screen.faultsOpen && <TeamsFaults client={client} conversation={conversation} screen={screen} />}
          {dialog && <TaskDialog key={dialog.id} dialog={dialog} />}
          <Notices screen={screen} />
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
