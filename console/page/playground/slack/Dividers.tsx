import { dayName } from '../../shared/time.ts'
import { strings } from '../../strings.ts'
import styles from './Dividers.module.css'

export function DayDivider({ at }: { at: Date }) {
  return (
    <div className={styles.day}>
      <span>{dayName(at)}</span>
    </div>
  )
}

/** Stands for a root message that is too old to be here, so that its replies keep their place. */
export function MissingRoot({ ts }: { ts: string }) {
  return (
    <div className={styles.missing} data-ts={ts}>
      {strings.threadStart}
    </div>
  )
}
