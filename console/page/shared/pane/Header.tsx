import { strings } from '../../strings.ts'
import { Icon } from '../Icon.tsx'
import type { Desk } from './Desks.tsx'
import styles from './Header.module.css'
import type { Screen } from './useScreen.ts'

/** Opens the navigation where there is no room for it. */
export function MenuButton({ screen }: { screen: Screen }) {
  const open = () => screen.setNavigationOpen(true)
  return (
    <button type="button" className={styles.menu} aria-label={strings.menu} onClick={open}>
      <Icon name="menu" />
    </button>
  )
}

export function FaultsButton({ screen, faults }: { screen: Screen; faults: unknown[] }) {
  return (
    <button
      ref={screen.faultsButton}
      type="button"
      className={styles.tool}
      aria-expanded={screen.faultsOpen}
      data-testid="faults-open"
      data-tour="faults"
      onClick={() => screen.setFaultsOpen(!screen.faultsOpen)}
    >
      <Icon name="bolt" />
      <span className={styles.label}>{strings.faults}</span>
      {faults.length > 0 && <span className={styles.count}>{faults.length}</span>}
    </button>
  )
}

/** Shows the platform to a second person beside this one. `other`: where they would be. */
export function BesideButton({ second, other }: { second: Desk['second']; other: Desk['seat'] | undefined }) {
  if (!second || !other) return null
  const label = second.shown ? strings.closeBeside : strings.openBeside
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={label}
      title={label}
      aria-pressed={second.shown}
      data-testid="beside"
      onClick={() => (second.shown ? second.close() : second.open(other))}
    >
      <Icon name="columns" />
    </button>
  )
}
