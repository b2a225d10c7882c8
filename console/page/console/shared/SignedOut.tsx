import styles from './Card.module.css'
import { strings } from './strings.ts'

export function SignedOut() {
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <h1>{strings.signedOutTitle}</h1>
        <p>{strings.signedOutHow}</p>
        <p>
          <code>/agent console</code>
          <br />
          <code>npx parley console</code>
        </p>
      </div>
    </main>
  )
}
