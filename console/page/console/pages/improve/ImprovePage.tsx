import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { AgentChoice } from '../../shared/AgentChoice.tsx'
import { Failed, Loading } from '../../shared/states.tsx'
import { useAgents } from '../conversations/turns.ts'
import styles from './Improve.module.css'
import { type Press, type Question, useDraftParts, usePress, useQuestions } from './questions.ts'
import { words } from './words.ts'

/** What the agent should answer better, and the presses that make it so in the draft. */
export function ImprovePage() {
  const navigate = useNavigate()
  const { agent: chosen } = useSearch({ strict: false })
  const agents = useAgents()
  const agent = chosen ?? agents.data?.[0]?.id
  const questions = useQuestions(agent)
  return (
    <div className="page">
      <h1>{words.title}</h1>
      <p className="about">{words.about}</p>
      <p>
        <AgentChoice
          agents={agents.data ?? []}
          value={agent}
          onChoose={(id) => void navigate({ to: '/improve', search: { agent: id }, replace: true })}
        />
      </p>
      {questions.error && <Failed error={questions.error} onAgain={() => void questions.refetch()} />}
      {questions.isPending && <Loading />}
      {questions.data?.length === 0 && <p className="quiet">{words.none}</p>}
      {agent !== undefined && (
        <ol className={styles.questions}>
          {questions.data?.map((question) => (
            <li key={question.turns[0]!.id}>
              <Card agent={agent} question={question} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

function Card({ agent, question }: { agent: string; question: Question }) {
  const { text, others, weight, people, unanswered, disliked, turns } = question
  return (
    <details className={styles.card}>
      <summary>
        <strong>{text}</strong>
        <span className={styles.figures}>
          <span className={styles.weight} title={words.weight(weight)}>
            {weight}
          </span>
          <span>{words.people(people)}</span>
          {unanswered > 0 && <span className={styles.warn}>{words.unanswered(unanswered)}</span>}
          {disliked > 0 && <span className={styles.danger}>{words.disliked(disliked)}</span>}
        </span>
      </summary>
      {others.length > 0 && (
        <p className={styles.others}>
          {words.also}: {others.map((other) => `“${other}”`).join(', ')}
        </p>
      )}
      <p className={styles.links}>
        {words.see}:{' '}
        {turns.slice(0, 5).map(({ id }, n) => (
          <Link key={id} to="/conversations/$turn" params={{ turn: id }} search={{ agent }}>
            {words.conversation(n + 1)}
          </Link>
        ))}
        <Link
          to="/replay"
          search={{
            agent,
            turns: turns
              .slice(0, 50)
              .map(({ id }) => id)
              .join(','),
          }}
        >
          {words.replay}
        </Link>
      </p>
      <Presses agent={agent} question={question} />
    </details>
  )
}

function Presses({ agent, question: { text, meant } }: { agent: string; question: Question }) {
  const id = useId()
  const [answer, setAnswer] = useState('')
  const parts = useDraftParts(agent)
  const press = usePress(agent)
  const written = answer.trim()
  const by = (to: 'rule' | 'knowledge' | 'test') => () => press.mutate({ to, text, answer: written })
  return (
    <div className={styles.presses}>
      {meant.map(({ phrase, times }) => (
        <button
          key={phrase}
          type="button"
          disabled={press.isPending}
          onClick={() => press.mutate({ to: 'phrase', text, beside: phrase })}
        >
          {words.meant(phrase, times)}
        </button>
      ))}
      <label htmlFor={id}>{words.answer}</label>
      <textarea id={id} rows={2} value={answer} onChange={(event) => setAnswer(event.target.value)} />
      <div className={styles.row}>
        {(['rule', 'knowledge', 'test'] as const).map((to) => (
          <button key={to} type="button" disabled={written === '' || press.isPending} onClick={by(to)}>
            {words[to]}
          </button>
        ))}
      </div>
      <div className={styles.row}>
        <Choice
          label={words.ofRule}
          action={words.addToRule}
          of={parts.data?.phrases ?? []}
          onChoose={(beside) => press.mutate({ to: 'phrase', text, beside })}
        />
        <Choice
          label={words.ofScenario}
          action={words.addToScenario}
          of={parts.data?.scenarios ?? []}
          onChoose={(scenario) => press.mutate({ to: 'scenario', text, scenario })}
        />
      </div>
      {press.error && (
        <p role="alert" className="failed">
          {press.error.message}
        </p>
      )}
      <p role="status" className={styles.done}>
        {press.isSuccess && <Done agent={agent} what={press.variables} />}
      </p>
    </div>
  )
}

function Done({ agent, what }: { agent: string; what: Press }) {
  return (
    <>
      {words.done[what.to]}{' '}
      <Link to="/replay" search={{ agent }}>
        {words.next}
      </Link>
    </>
  )
}

interface ChoiceProps {
  label: string
  action: string
  of: readonly string[]
  onChoose(one: string): void
}

/** One of what the draft has; nothing where it has none. */
function Choice({ label, action, of, onChoose }: ChoiceProps) {
  const id = useId()
  const [value, setValue] = useState('')
  if (of.length === 0) return null
  return (
    <span className={styles.choice}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => setValue(event.target.value)}>
        <option value="">{words.choose}</option>
        {[...new Set(of)].map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
      <button type="button" aria-label={action} disabled={value === ''} onClick={() => onChoose(value)}>
        {words.add}
      </button>
    </span>
  )
}
