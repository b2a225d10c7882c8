import { useState } from 'react'
import type { Fault } from '../../../stand-ins/slack/view.ts'
import { Icon } from '../../shared/Icon.tsx'
import { inOrder } from '../../shared/in-order.ts'
import { strings } from '../../strings.ts'
import type { SlackClient } from './client.ts'
import { useSlack } from './context.ts'
import { FaultForm } from './FaultForm.tsx'
import styles from './FaultsDrawer.module.css'

interface Props {
  client: SlackClient
  onError: (sentence: string) => void
  onClose: () => void
}

export function FaultsDrawer({ client, onError, onClose }: Props) {
  const { faults } = useSlack().workspace
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
        <p className={styles.intro}>{strings.faultsIntro}</p>
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
          <h3>{strings.connection}</h3>
          <p className={styles.none}>{strings.reconnectHint}</p>
          <button
            type="button"
            className="button"
            data-testid="reconnect"
            disabled={busy}
            onClick={() => void attempt(client.reconnect)}
          >
            {strings.reconnect}
          </button>
        </section>
      </div>
    </aside>
  )
}

function FaultLine({ fault }: { fault: Fault }) {
  const details = [
    fault.method === '*' ? strings.anyMethod : fault.method,
    fault.times === undefined ? strings.untilCleared : strings.times(fault.times),
  ]
  if (fault.retryAfter !== undefined) details.push(`Retry-After: ${fault.retryAfter}`)
  if (fault.delay !== undefined) details.push(`${fault.delay} ms`)
  if (fault.error !== undefined) details.push(fault.error)
  return (
    <span className={styles.line}>
      <strong>{strings.faultKinds[fault.kind]}</strong>
      <small>{details.join(' · ')}</small>
    </span>
  )
}
