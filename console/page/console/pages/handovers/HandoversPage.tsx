import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { moment } from '../../shared/dates.ts'
import { Failed, Loading } from '../../shared/states.tsx'
import styles from './Handovers.module.css'
import { type Handover, type HandoverDetail, type Said, useActs, useHandover, useHandovers } from './handovers.ts'
import { words } from './words.ts'

/** Who waits for a person, and the conversation with whoever is chosen. */
export function HandoversPage() {
  const { handover } = useParams({ strict: false })
  return (
    <div className={styles.page}>
      <section className={styles.list} aria-labelledby="handovers">
        <h1 id="handovers">{words.title}</h1>
        <p className="quiet">{words.about}</p>
        <Lines title={words.open} none={words.none} state="open" chosen={handover} />
        <Lines title={words.closed} none={words.noneClosed} state="closed" chosen={handover} />
      </section>
      <section className={styles.detail}>
        {handover === undefined ? <p className="quiet">{words.choose}</p> : <Chosen key={handover} id={handover} />}
      </section>
    </div>
  )
}

function Lines(props: { title: string; none: string; state: 'open' | 'closed'; chosen: string | undefined }) {
  const { title, none, state, chosen } = props
  const list = useHandovers(state)
  return (
    <>
      <h2>{title}</h2>
      {list.isPending && <Loading />}
      {list.error && <Failed error={list.error} onAgain={() => void list.refetch()} />}
      {list.data?.items.length === 0 && <p className="quiet">{none}</p>}
      <ul>
        {list.data?.items.map((one) => (
          <li key={one.id}>
            <Link
              to="/handovers/$handover"
              params={{ handover: one.id }}
              className={styles.line}
              {...(one.id === chosen && { 'aria-current': true })}
            >
              <span className={styles.agent}>{one.agent}</span>
              <span data-state={one.state}>{standing(one)}</span>
              <span className="quiet">
                {one.door} · {words.whys[one.why]} · <time dateTime={one.askedAt}>{moment(one.askedAt)}</time>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function standing({ state, ended, takenBy }: Handover): string {
  if (state === 'closed') return words.ends[ended ?? 'solved'] ?? words.states.closed
  return state === 'taken' ? words.takenBy(takenBy ?? '') : words.states.waiting
}

function Chosen({ id }: { id: string }) {
  const one = useHandover(id)
  return (
    <>
      {one.isPending && <Loading />}
      {one.error && <Failed error={one.error} onAgain={() => void one.refetch()} />}
      {one.data && <Talk one={one.data} />}
    </>
  )
}

function Talk({ one }: { one: HandoverDetail }) {
  return (
    <>
      <h2>
        {one.agent} <small className="quiet">{standing(one)}</small>
      </h2>
      <p className="quiet">{one.uid}</p>
      {one.summary !== '' && (
        <p>
          <strong>{words.summary}</strong> {one.summary}
        </p>
      )}
      <h3>{words.passed}</h3>
      <Words said={one.said} />
      <h3>{words.since}</h3>
      {one.since.length === 0 ? <p className="quiet">{words.nothingSince}</p> : <Words said={one.since} />}
      {one.state !== 'closed' && <Desk one={one} />}
    </>
  )
}

function Words({ said }: { said: readonly Said[] }) {
  return (
    <ol className={styles.said} aria-live="polite">
      {said.map(({ role, text }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what was said does not move.
        <li key={i} data-role={role}>
          <span className="quiet">{role === 'user' ? words.you : words.it}</span>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  )
}

const nameKept = 'parley.handovers.name'

/** Where somebody takes it, and says something once they have. */
function Desk({ one }: { one: HandoverDetail }) {
  const { act, say } = useActs(one.id)
  const [name, setName] = useState(() => localStorage.getItem(nameKept) ?? '')
  const [text, setText] = useState('')
  const isNameless = name.trim() === ''
  const isBusy = act.isPending || say.isPending
  const button = (what: 'take' | 'back' | 'close') => (
    <button type="button" disabled={isNameless || isBusy} onClick={() => act.mutate({ what, name })}>
      {words[what]}
    </button>
  )
  return (
    <div className={styles.desk}>
      <label>
        {words.name}
        <input
          value={name}
          maxLength={60}
          onChange={({ target }) => {
            setName(target.value)
            localStorage.setItem(nameKept, target.value)
          }}
        />
      </label>
      {isNameless && <p className="quiet">{words.nameFirst}</p>}
      {one.state === 'taken' && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            say.mutate({ text, name }, { onSuccess: () => setText('') })
          }}
        >
          <label>
            {words.text}
            <textarea rows={3} maxLength={4000} value={text} onChange={({ target }) => setText(target.value)} />
          </label>
          <button type="submit" className="primary" disabled={isNameless || isBusy || text.trim() === ''}>
            {say.isPending ? words.sending : words.say}
          </button>
        </form>
      )}
      {(act.error ?? say.error) && (
        <p role="alert" className="failed">
          {(act.error ?? say.error)!.message}
        </p>
      )}
      <p className={styles.acts}>
        {one.state === 'waiting' && button('take')}
        {one.state === 'taken' && button('back')}
        {button('close')}
      </p>
    </div>
  )
}
