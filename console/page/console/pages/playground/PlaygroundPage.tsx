import { useState } from 'react'
import { moment } from '../../shared/dates.ts'
import { Failed, Loading } from '../../shared/states.tsx'
import { Told } from '../conversations/TurnView.tsx'
import { useTurn, useTurns } from '../conversations/turns.ts'
import { words as ofTurns } from '../conversations/words.ts'
import styles from './Playground.module.css'
import { words } from './words.ts'

/** As many as one plays with at a time. */
const most = 20

/** The playground, and beside it why the newest answer is as it is and how it was shown; or another one’s. */
export function PlaygroundPage() {
  const turns = useTurns({})
  const [chosen, choose] = useState('')
  const lines = (turns.data?.pages[0]?.items ?? []).slice(0, most)
  const id = chosen || lines[0]?.id
  return (
    <div className={styles.page}>
      <h1 className="unseen">{words.title}</h1>
      <iframe className={styles.chat} src="/" title={words.chat} />
      <section className={styles.behind} aria-label={words.behind}>
        {turns.isPending && <Loading />}
        {turns.error && <Failed error={turns.error} onAgain={() => void turns.refetch()} />}
        {turns.data && !id && <p className="quiet">{words.none}</p>}
        {lines.length > 0 && (
          <label>
            {words.answer}{' '}
            <select value={chosen} onChange={({ target }) => choose(target.value)}>
              <option value="">{words.newest}</option>
              {lines.map(({ id: line, agent, door, outcome, startedAt }) => (
                <option key={line} value={line}>
                  {`${moment(startedAt)} · ${door} · ${agent} · ${ofTurns.outcomes[outcome] ?? outcome}`}
                </option>
              ))}
            </select>
          </label>
        )}
        {id && <Behind key={id} id={id} />}
      </section>
    </div>
  )
}

function Behind({ id }: { id: string }) {
  // How it was shown is known once it has been.
  const turn = useTurn(id, ({ wire }) => wire !== null)
  if (turn.isPending) return <Loading />
  if (turn.error) return <Failed error={turn.error} onAgain={() => void turn.refetch()} />
  return <Told turn={turn.data} />
}
