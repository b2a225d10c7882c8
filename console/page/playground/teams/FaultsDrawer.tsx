import { useState } from 'react'
import type { Conversation, Fault } from '../../../stand-ins/teams/view.ts'
import { Icon } from '../../shared/Icon.tsx'
import { inOrder } from '../../shared/in-order.ts'
import { strings } from '../../strings.ts'
import type { TeamsClient } from './client.ts'
import { useTeams } from './context.ts'
import { FaultForm } from './FaultForm.tsx'
import styles from './FaultsDrawer.module.css'
import { text } from './strings.ts'

interface Props {
  client: TeamsClient
  conversation: Conversation
  onError: (sentence: string) => void
  onClose: () => void
}

export function FaultsDrawer({ client, conversation, onError, onClose }: Props) {
  const { workspace, install } = useTeams()
  const { faults, bot } = workspace
  const [busy, setBusy] = useState(false)
  const put = async (next: Fault[]) => {
    setBusy(true)
    await client.setFaults(next).catch((error: Error) => onError(error.message))
    setBusy(false)
  }
  const { installed } = conversation
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
        <FaultForm busy={busy} conversation={conversation.id} onAdd={(fault) => void put([...faults, fault])} />
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
                  onClick={() => void put(faults.filter((other) => other !== fault))}
                >
                  <Icon name="close" />
                </button>
              </li>
            ))}
          </ul>
          {faults.length > 0 && (
            <button
              type="button"
              className="button"
              data-testid="faults-clear"
              disabled={busy}
              onClick={() => void put([])}
            >
              {strings.clearFaults}
            </button>
          )}
        </section>
        <section>
          <h3>{text.app}</h3>
          <p className={styles.none}>{text.appHint}</p>
          <button
            type="button"
            className="button"
            data-testid="install"
            onClick={() => void install(conversation, !installed)}
          >
            {installed ? text.uninstall(bot.name) : text.install(bot.name)}
          </button>
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
  if (fault.conversation !== undefined) details.push(text.here)
  if (fault.retryAfter !== undefined) details.push(`Retry-After: ${fault.retryAfter}`)
  if (fault.header === false) details.push(text.noHeader)
  if (fault.delay !== undefined) details.push(`${fault.delay} ms`)
  if (fault.status !== undefined) details.push(String(fault.status))
  if (fault.code !== undefined) details.push(fault.code)
  return (
    <span className={styles.line}>
      <strong>{text.faultKinds[fault.kind]}</strong>
      <small>{details.join(' · ')}</small>
    </span>
  )
}
