import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { AgentChoice } from '../../shared/AgentChoice.tsx'
import { moment } from '../../shared/dates.ts'
import { Loading } from '../../shared/states.tsx'
import { useAgents } from '../conversations/turns.ts'
import styles from './Replay.module.css'
import { type End, type Replay, type ReplayedTurn, useKeep, useReplay, type Wish } from './replay.ts'
import { words } from './words.ts'

/** What people said, run again before a draft is published. */
export function ReplayPage() {
  const navigate = useNavigate()
  const { agent: chosen, turns } = useSearch({ strict: false })
  const agents = useAgents()
  const agent = chosen ?? agents.data?.[0]?.id
  return (
    <div className="page">
      <h1>{words.title}</h1>
      <p className="about">{words.about}</p>
      <p>
        <AgentChoice
          agents={agents.data ?? []}
          value={agent}
          onChoose={(id) => void navigate({ to: '/replay', search: { agent: id }, replace: true })}
        />
      </p>
      {agent === undefined ? <Loading /> : <Runs key={`${agent} ${turns}`} agent={agent} turns={turns?.split(',')} />}
    </div>
  )
}

function Runs({ agent, turns }: { agent: string; turns: string[] | undefined }) {
  const replay = useReplay(agent)
  const [wish, setWish] = useState<Wish>({ against: 'draft', days: 7, turns })
  const [against, days] = [useId(), useId()]
  return (
    <>
      <form
        className={styles.wish}
        onSubmit={(event) => {
          event.preventDefault()
          replay.mutate(wish)
        }}
      >
        <label htmlFor={against}>{words.against}</label>
        <select
          id={against}
          value={wish.against}
          onChange={({ target }) => setWish({ ...wish, against: target.value as Wish['against'] })}
        >
          <option value="draft">{words.draft}</option>
          <option value="live">{words.live}</option>
        </select>
        <label htmlFor={days}>{words.span}</label>
        <select
          id={days}
          value={wish.turns ? 'chosen' : wish.days}
          onChange={({ target: { value } }) =>
            setWish(value === 'chosen' ? { ...wish, turns } : { ...wish, days: Number(value), turns: undefined })
          }
        >
          {turns && <option value="chosen">{words.chosen(turns.length)}</option>}
          <option value={1}>{words.day}</option>
          <option value={7}>{words.week}</option>
          <option value={30}>{words.month}</option>
        </select>
        <button type="submit" className="primary" disabled={replay.isPending}>
          {replay.isPending ? words.running : words.run}
        </button>
      </form>
      {replay.error && (
        <p role="alert" className="failed">
          {replay.error.message}
        </p>
      )}
      {replay.data && <Told replay={replay.data} />}
    </>
  )
}

const ends: readonly End[] = ['different', 'model', 'unplayable', 'same']

function Told({ replay }: { replay: Replay }) {
  const { counts, turns, tests, isDraft, against, isCut, agent } = replay
  const [shown, setShown] = useState<End>(ends.find((end) => counts[end] > 0) ?? 'different')
  const failed = tests.filter(({ end }) => end !== 'same')
  const isWell = counts.different === 0 && failed.length === 0
  if (turns.length === 0 && tests.length === 0) return <p role="status">{words.nothingRan}</p>
  return (
    <>
      <p role="status" className={isWell ? styles.well : styles.verdict}>
        {counts.different === 0 ? words.allSame : words.someDifferent(counts.different)}{' '}
        {failed.length > 0 && words.testsFailed(failed.length)}
        {tests.length > 0 && failed.length === 0 && words.testsKept(tests.length)}
        {against === 'draft' && !isDraft && ` ${words.noDraft}`}
      </p>
      {isCut && <p>{words.cut}</p>}
      <fieldset className={styles.ends}>
        <legend className="unseen">{words.show}</legend>
        {ends.map((end) => (
          <button key={end} type="button" aria-pressed={shown === end} onClick={() => setShown(end)}>
            {words.ends[end]} <span>{counts[end]}</span>
          </button>
        ))}
      </fieldset>
      <ol className={styles.turns}>
        {turns
          .filter(({ end }) => end === shown)
          .slice(0, 200)
          .map((turn) => (
            <Turn key={turn.id} agent={agent} turn={turn} canKeep={shown === 'different' || shown === 'same'} />
          ))}
      </ol>
      {counts[shown] === 0 && <p className="quiet">{words.none}</p>}
      {failed.length > 0 && (
        <>
          <h2 className={styles.head}>{words.tests}</h2>
          <ol className={styles.turns}>
            {failed.map(({ said, says, now }) => (
              <li key={said}>
                <h2>{said}</h2>
                <div className={styles.sides}>
                  <Side name={words.keptAnswer} text={says} />
                  <Side name={words.now} text={now?.text} source={now?.source} />
                </div>
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  )
}

function Turn({ agent, turn, canKeep }: { agent: string; turn: ReplayedTurn; canKeep: boolean }) {
  const { id, at, said, before, now, why, what, knowsOtherwise, isAmid, end } = turn
  const keep = useKeep(agent)
  const byModel = now?.source === 'model' && now.text === ''
  const mayKeep = canKeep && now !== null && !byModel && said !== ''
  return (
    <li>
      <h2>
        {said || (why === 'unrecorded' ? words.notKept : words.opened)} <time dateTime={at}>{moment(at)}</time>
      </h2>
      {why === null ? (
        <div className={styles.sides}>
          <Side name={words.before} text={before.text} options={before.options} source={before.source} />
          {end !== 'same' && (
            <Side
              name={words.now}
              text={byModel ? words.byModel : now?.text}
              options={now?.options}
              source={now?.source}
            />
          )}
        </div>
      ) : (
        <p className={styles.note}>{words.why(why, what)}</p>
      )}
      {knowsOtherwise && <p className={styles.note}>{words.knowsOtherwise}</p>}
      <div className={styles.acts}>
        {mayKeep && !isAmid && (
          <button type="button" aria-label={words.keepOf(said)} onClick={() => keep.mutate({ said, now })}>
            {words.keep}
          </button>
        )}
        {mayKeep && isAmid && <span className={styles.note}>{words.amid}</span>}
        <Link to="/conversations/$turn" params={{ turn: id }} search={{ agent }}>
          {words.conversation}
        </Link>
        <span role="status">{keep.isSuccess && words.kept}</span>
        {keep.error && <span role="alert">{keep.error.message}</span>}
      </div>
    </li>
  )
}

interface SideProps {
  name: string
  text: string | undefined
  source?: string | undefined
  options?: readonly string[] | undefined
}

function Side({ name, text, source, options = [] }: SideProps) {
  return (
    <div className={styles.side}>
      <p className={styles.name}>
        {name} {source && <small>{words.by(source)}</small>}
      </p>
      <p>{text || words.silence}</p>
      {options.length > 0 && <p className={styles.options}>{options.join(' · ')}</p>}
    </div>
  )
}
