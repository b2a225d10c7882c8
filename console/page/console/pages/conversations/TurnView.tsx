import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { moment } from '../../shared/dates.ts'
import { Markdown } from '../../shared/Markdown.tsx'
import { Failed, Loading } from '../../shared/states.tsx'
import styles from './Conversations.module.css'
import { type Filter, type Trace, type TurnDetail, useTurn } from './turns.ts'
import { Wire } from './Wire.tsx'
import { words } from './words.ts'

/** What was said in one turn as its person saw it, and beside it why. */
export function TurnView({ id, filter }: { id: string; filter: Filter }) {
  const turn = useTurn(id)
  return (
    <div className={styles.turn}>
      <p className={styles.bar}>
        <Link to="/conversations" search={filter}>
          {words.back}
        </Link>
        <CopyLink />
      </p>
      {turn.isPending && <Loading />}
      {turn.error && <Failed error={turn.error} onAgain={() => void turn.refetch()} />}
      {turn.data && <Told turn={turn.data} />}
    </div>
  )
}

export function Told({ turn }: { turn: TurnDetail }) {
  const { agent, version, uid, startedAt, said, story, trace, wire } = turn
  return (
    <>
      <h2>
        {agent} <small>v{version}</small>
      </h2>
      <p className="quiet">
        {uid || words.noUid} · <time dateTime={startedAt}>{moment(startedAt)}</time>
      </p>
      <h3>{words.said}</h3>
      {said.length === 0 ? (
        <p className="quiet">{words.forgotten}</p>
      ) : (
        <ol className={styles.said}>
          {said.map(({ role, text }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what was said in a turn does not move.
            <li key={i} data-role={role}>
              <span>{role === 'user' ? words.you : words.it}</span>
              {role === 'user' ? <p>{text}</p> : <Markdown text={text} />}
            </li>
          ))}
        </ol>
      )}
      <h3>{words.why}</h3>
      <ol className={styles.story}>
        {story.map((line, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nor does why.
          <li key={i}>{line}</li>
        ))}
      </ol>
      {trace && <Figures trace={trace} />}
      {wire && <Wire wire={wire} />}
    </>
  )
}

function Figures({ trace: { rule, knowledge, model, tools = [], webhooks = [] } }: { trace: Trace }) {
  const calls = [
    ...tools.map((one) => ({ ...one, note: one.policy })),
    ...webhooks.map((one) => ({ ...one, note: one.why })),
  ]
  return (
    <>
      {rule && (
        <>
          <h3>{words.rule}</h3>
          <p>
            “{rule.phrase}”
            <br />
            <meter min={0} max={100} value={rule.score} aria-label={words.rule} />{' '}
            {words.likeness(Math.round(rule.score), rule.threshold)}
          </p>
        </>
      )}
      {knowledge && knowledge.passages.length > 0 && (
        <>
          <h3>{words.passages}</h3>
          <ol className={styles.passages}>
            {knowledge.passages.map(({ id, title, score, excerpt }) => (
              <li key={id}>
                <strong>{title}</strong> <span className="quiet">{score.toFixed(2)}</span>
                {excerpt && <p>{excerpt}</p>}
              </li>
            ))}
          </ol>
        </>
      )}
      {calls.length > 0 && (
        <>
          <h3>{words.calls}</h3>
          <ul className={styles.passages}>
            {calls.map(({ name, note, outcome, ms }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: calls stand in the order in which they were made.
              <li key={i}>
                <code>{name}</code> {note}: {outcome}, {words.took(ms)}
              </li>
            ))}
          </ul>
        </>
      )}
      {model && (
        <>
          <h3>{words.model}</h3>
          <p>
            <code>{model.upstream}</code> · {words.rounds(model.rounds)}
            {/* Not every server of models says how many. */}
            {model.inputTokens !== undefined &&
              model.outputTokens !== undefined &&
              ` · ${words.tokens(model.inputTokens, model.outputTokens)}`}
            {model.firstTextMs !== undefined && ` · ${words.firstText(model.firstTextMs)}`} · {words.took(model.ms)}
          </p>
        </>
      )}
    </>
  )
}

function CopyLink() {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(location.origin + location.pathname)
    setCopied(true)
  }
  return (
    <button type="button" onClick={() => void copy()}>
      {isCopied ? words.copied : words.copy}
    </button>
  )
}
