import { FaultsDrawer, FaultsSection } from '../../shared/pane/FaultsDrawer.tsx'
import type { Screen } from '../../shared/pane/useScreen.ts'
import { strings } from '../../strings.ts'
import type { SlackClient } from './client.ts'
import { nameOf } from './compose.ts'
import { useSlack } from './context.ts'
import { slackFaults } from './faults.ts'

export function SlackFaults({ client, screen }: { client: SlackClient; screen: Screen }) {
  const { faults, hitFaults, me } = useSlack().workspace
  return (
    <FaultsDrawer
      sheet={slackFaults}
      faults={faults}
      hit={hitFaults}
      setFaults={client.setFaults}
      screen={screen}
      platform="Slack"
      me={nameOf(me)}
    >
      {({ busy, attempt }) => (
        <FaultsSection
          title={strings.connection}
          hint={strings.reconnectHint}
          buttons={
            <button
              type="button"
              className="button"
              data-testid="reconnect"
              disabled={busy}
              onClick={() => attempt(client.reconnect)}
            >
              {strings.reconnect}
            </button>
          }
        />
      )}
    </FaultsDrawer>
  )
}
