import { strings } from '../../strings.ts'
import styles from './Frame.module.css'
import type { Screen } from './useScreen.ts'

/** While a pane has nothing to show yet; `refusal` is why it may not. */
export function Opening({ late, refusal }: { late: boolean; refusal: string | undefined }) {
  return (
    <div className={styles.opening} role="status">
      {refusal ?? (late ? strings.opening : strings.loading)}
    </div>
  )
}

/** What a pane says over its messages. */
export function Notices({ screen }: { screen: Screen }) {
  return (
    <>
      {screen.late && (
        <p className={styles.reconnecting} role="status">
          {strings.reconnecting}
        </p>
      )}
      {screen.notice && (
        <p className={styles.notice} role="alert">
          {screen.notice}
        </p>
      )}
    </>
  )
}

/** Covers the messages of a small screen while the navigation slides over them. */
export function Scrim({ screen }: { screen: Screen }) {
  if (!screen.navigationOpen) return null
  const close = () => screen.setNavigationOpen(false)
  return <button type="button" className={styles.scrim} aria-label={strings.close} onClick={close} />
}
