import type { GatewayAction } from '../../../stand-ins/discord/view.ts'
import { FaultsDrawer, FaultsSection } from '../../shared/pane/FaultsDrawer.tsx'
import type { Screen } from '../../shared/pane/useScreen.ts'
import type { DiscordClient } from './client.ts'
import { useDiscord } from './context.ts'
import { discordFaults } from './faults.ts'
import { text } from './strings.ts'

const gatewayActions = Object.keys(text.gatewayActions) as GatewayAction[]

export function DiscordFaults({ client, screen }: { client: DiscordClient; screen: Screen }) {
  const { faults, hitFaults, me } = useDiscord().workspace
  return (
    <FaultsDrawer
      sheet={discordFaults}
      faults={faults}
      hit={hitFaults}
      setFaults={client.setFaults}
      screen={screen}
      platform="Discord"
      me={me.name}
    >
      {({ busy, attempt }) => (
        <FaultsSection
          title={text.gateway}
          hint={text.gatewayHint}
          buttons={gatewayActions.map((action) => (
            <button
              key={action}
              type="button"
              className="button"
              data-testid={`gateway-${action}`}
              disabled={busy}
              onClick={() => attempt(() => client.gateway(action))}
            >
              {text.gatewayActions[action]}
            </button>
          ))}
        />
      )}
    </FaultsDrawer>
  )
}
