import { useState } from 'react'
import type { Fault, GatewayAction } from '../../../stand-ins/discord/view.ts'
import { Icon } from '../../shared/Icon.tsx'
import { inOrder } from '../../shared/in-order.ts'
import { strings } from '../../strings.ts'
import type { DiscordClient } from './client.ts'
import { useDiscord } from './context.ts'
import { FaultForm } from './FaultForm.tsx'
import styles from './FaultsDrawer.module.css'
import { text } from './strings.ts'

interface Props {
  client: DiscordClient
  onError: (sentence: string) => void
  onClose: () => void
}

const actions = Object.keys(text.gatewayActions) as GatewayAction[]

export function FaultsDrawer({ client, onError, onClose }: Props) {
  const { faults } = useDiscord().workspace
  const [busy, setBusy] = useState(false)
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true)
    await work().catch((error: Error) => onError(error.message))
    setBusy(false)
  }
  const put = (next: Fault[]) => void attempt(() => client.setFaults(next))
  return (
    <aside className={styles.drawer} data-testid="faults" aria-label={strings.faults}>
      <header className={styles.header}>
        <h2>{strings.faults}</h2>
        <button type="button" className="iconButton" aria-label={strings.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <div className={styles.content}>
        <p className={styles.intro}>{text.faultsIntro}</p>
        <FaultForm busy={busy} onAdd={(fault) => put([...faults, fault])} />
        <section>
          <h3>{strings.activeFaults}</h3>
          {faults.length === 0 && <p className={styles.none}>{strings.noFaults}</p>}
          <ul className={styles.list}>
            {inOrder(faults, (fault) => (
              <li>
                <FaultLine fault={fault} />
                <button
                  type="button"
                  className="iconButton"
                  aria-label={strings.removeFault}
                  disabled={busy}
                  onClick={() => put(faults.filter((other) => other !== fault))}
                >
                  <Icon name="close" />
                </button>
              </li>
            ))}
          </ul>
          {faults.length > 0 && (
            <button type="button" className="button" data-testid="faults-clear" disabled={busy} onClick={() => put([])}>
              {strings.clearFaults}
            </button>
          )}
        </section>
        <section>
          <h3>{text.gateway}</h3>
          <p className={styles.none}>{text.gatewayHint}</p>
          <div className={styles.actions}>
            {actions.map((action) => (
              <button
                key={action}
                type="button"
                className="button"
                data-testid={`gateway-${action}`}
                disabled={busy}
                onClick={() => void attempt(() => client.gateway(action))}
              >
                {text.gatewayActions[action]}
              </button>
            ))}
          </div>
        </section>
      </div>
    </aside>
  )
}

function FaultLine({ fault }: { fault: Fault }) {
  const details = [
    fault.route === '*' ? strings.anyMethod : fault.route,
    fault.times === undefined ? strings.untilCleared : strings.times(fault.times),
  ]
  if (fault.retryAfter !== undefined) details.push(`Retry-After: ${fault.retryAfter}`)
  if (fault.header === false) details.push(text.noHeader)
  if (fault.scope) details.push(text.scopes[fault.scope])
  if (fault.delay !== undefined) details.push(`${fault.delay} ms`)
  if (fault.code !== undefined) details.push(String(fault.code))
  return (
    <span className={styles.line}>
      <strong>{text.faultKinds[fault.kind]}</strong>
      <small>{details.join(' · ')}</small>
    </span>
  )
}
