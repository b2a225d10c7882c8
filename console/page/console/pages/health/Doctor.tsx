import { Failed } from '../../shared/states.tsx'
import styles from './Health.module.css'
import { type Finding, useDoctor } from './health.ts'
import { words } from './words.ts'

/** Looks at everything that can be wrong, when it is pressed, and says what to do. */
export function Doctor() {
  const doctor = useDoctor()
  return (
    <section className={styles.group}>
      <h2>{words.doctor}</h2>
      <p className="quiet">{words.doctorAbout}</p>
      <button type="button" disabled={doctor.isPending} onClick={() => doctor.mutate()}>
        {doctor.isPending ? words.looking : words.look}
      </button>
      {doctor.error && <Failed error={doctor.error} onAgain={() => doctor.mutate()} />}
      <div role="status">{doctor.data && <Findings findings={doctor.data} />}</div>
    </section>
  )
}

const looks: Record<Finding['state'], string | undefined> = { ok: styles.good, fault: styles.bad, unknown: undefined }
const order: readonly Finding['state'][] = ['fault', 'unknown', 'ok']

/** What is to be mended stands first. */
function Findings({ findings }: { findings: readonly Finding[] }) {
  const sorted = findings.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
  return (
    <ul className={styles.lines}>
      {sorted.map(({ what, state, say }) => (
        <li key={`${what} ${say}`}>
          <span className={looks[state]}>{words.found[state]}</span> <strong>{what}</strong>: {say}
        </li>
      ))}
    </ul>
  )
}
