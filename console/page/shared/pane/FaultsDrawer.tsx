import { type ReactNode, useEffect, useRef, useState } from 'react'
import { strings } from '../../strings.ts'
import { Icon } from '../Icon.tsx'
import { inOrder } from '../in-order.ts'
import { createAttempt } from './attempt.ts'
import { FaultForm } from './FaultForm.tsx'
import styles from './FaultsDrawer.module.css'
import { describeFault, type FaultSheet } from './faults.ts'
import type { Screen } from './useScreen.ts'

interface Props<Fault> {
  sheet: FaultSheet<Fault>
  faults: Fault[]
  /** Those that have happened as often as they were to. */
  hit: { fault: Fault; calls: string[] }[]
  setFaults: (faults: Fault[]) => Promise<unknown>
  screen: Screen
  platform: string
  /** The name of who one acts as. */
  me: string
  /** What else the platform lets one break. */
  children: (parts: { busy: boolean; attempt: (work: () => Promise<unknown>) => void }) => ReactNode
}

/** Where a person breaks the platform on purpose. */
export function FaultsDrawer<Fault>({ sheet, faults, hit, setFaults, screen, platform, me, children }: Props<Fault>) {
  const [busy, setBusy] = useState(false)
  const attempt = (work: () => Promise<unknown>) => {
    setBusy(true)
    void createAttempt(screen.setNotice)(work).then(() => setBusy(false))
  }
  const drawer = useRef<HTMLElement>(null)
  // Whoever has opened it goes on inside it.
  useEffect(() => drawer.current?.focus(), [])
  const put = (next: Fault[]) => attempt(() => setFaults(next))
  return (
    <section
      ref={drawer}
      tabIndex={-1}
      className={styles.drawer}
      data-testid="faults"
      aria-label={strings.at(strings.faults, platform, me)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        screen.closeFaults()
      }}
    >
      <header className={styles.header}>
        <h2>{strings.faults}</h2>
        <button type="button" className="iconButton" aria-label={strings.close} onClick={screen.closeFaults}>
          <Icon name="close" />
        </button>
      </header>
      <div className={styles.content}>
        <p className={styles.hint}>{sheet.intro}</p>
        <FaultForm sheet={sheet} busy={busy} onAdd={(fault) => put([...faults, fault])} />
        <FaultsSection title={strings.activeFaults}>
          {faults.length + hit.length === 0 && <p className={styles.hint}>{strings.noFaults}</p>}
          <ul className={styles.list}>
            {inOrder(faults, (fault) => (
              <li>
                <FaultLine {...describeFault(sheet, fault)} />
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
          {hit.length > 0 && <HitFaults sheet={sheet} hit={hit} />}
          {faults.length + hit.length > 0 && (
            <div className={styles.buttons}>
              <button
                type="button"
                className="button"
                data-testid="faults-clear"
                disabled={busy}
                onClick={() => put([])}
              >
                {strings.clearFaults}
              </button>
            </div>
          )}
        </FaultsSection>
        {children({ busy, attempt })}
      </div>
    </section>
  )
}

/** They stay to be looked at, until all are cleared. */
function HitFaults<Fault>({ sheet, hit }: Pick<Props<Fault>, 'sheet' | 'hit'>) {
  return (
    <ul className={styles.list} aria-label={strings.hitFaults} data-testid="faults-hit">
      {inOrder(hit, ({ fault, calls }) => (
        <li>
          <FaultLine
            kind={strings.hitFault(describeFault(sheet, fault).kind)}
            details={`${strings.hitCalls} ${calls.join(', ')}`}
          />
        </li>
      ))}
    </ul>
  )
}

/** A part of the drawer; `buttons` stand below its words. */
export function FaultsSection(props: { title: string; hint?: string; buttons?: ReactNode; children?: ReactNode }) {
  return (
    <section>
      <h3>{props.title}</h3>
      {props.hint && <p className={styles.hint}>{props.hint}</p>}
      {props.children}
      {props.buttons && <div className={styles.buttons}>{props.buttons}</div>}
    </section>
  )
}

function FaultLine({ kind, details }: { kind: string; details: string }) {
  return (
    <span className={styles.line}>
      <strong>{kind}</strong>
      <small>{details}</small>
    </span>
  )
}
