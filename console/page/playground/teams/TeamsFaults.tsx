import { useMemo } from 'react'
import type { Conversation } from '../../../stand-ins/teams/view.ts'
import { FaultsDrawer, FaultsSection } from '../../shared/pane/FaultsDrawer.tsx'
import type { Screen } from '../../shared/pane/useScreen.ts'
import type { TeamsClient } from './client.ts'
import { useTeams } from './context.ts'
import { teamsFaults } from './faults.ts'
import { text } from './strings.ts'

export function TeamsFaults(props: { client: TeamsClient; conversation: Conversation; screen: Screen }) {
  const { client, conversation, screen } = props
  const { workspace, install } = useTeams()
  const { faults, hitFaults, bot, me } = workspace
  const { id, installed } = conversation
  const sheet = useMemo(() => teamsFaults(id), [id])
  return (
    <FaultsDrawer
      sheet={sheet}
      faults={faults}
      hit={hitFaults}
      setFaults={client.setFaults}
      screen={screen}
      platform="Teams"
      me={me.name}
    >
      {() => (
        <FaultsSection
          title={text.app}
          hint={text.appHint}
          buttons={
            <button
              type="button"
              className="button"
              data-testid="install"
              onClick={() => void install(conversation, !installed)}
            >
              {installed ? text.uninstall(bot.name) : text.install(bot.name)}
            </button>
          }
        />
      )}
    </FaultsDrawer>
  )
}
