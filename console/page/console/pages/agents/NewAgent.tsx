import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { ask, Refused } from '../../shared/api.ts'
import { locale } from '../../shared/strings.ts'
import styles from './Agents.module.css'
import { words } from './words.ts'

interface Proposal {
  name: string
  description: string
  prompt: string
  opening: string
  questions: string[]
  rules: { when: string[]; say: string }[]
  tests: unknown[]
}
interface Proposed {
  byModel: boolean
  proposal: Proposal
}
interface Made {
  id: string
  tried: { isRight: boolean }[]
}

/** An agent is made from one sentence, as in a chat: proposed first, then made by a press. */
export function NewAgent() {
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [wish, setWish] = useState('')
  const propose = useMutation({
    mutationFn: () => ask<Proposed>(`/v1/proposals?language=${locale}`, { method: 'POST', body: { wish } }),
  })
  const make = useMutation({
    mutationFn: (body: { proposal: Proposal; id?: string }) =>
      ask<Made>('/v1/proposals/agent', { method: 'POST', body }),
    onSuccess: () => {
      setWish('')
      propose.reset()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['agents'] }),
  })
  const begin = () => {
    setOpen(true)
    make.reset()
  }
  const drop = () => {
    propose.reset()
    make.reset()
  }
  if (make.data) return <IsMade made={make.data} onMore={begin} />
  if (!isOpen) {
    return (
      <button type="button" onClick={begin}>
        {words.newAgent}
      </button>
    )
  }
  if (propose.data) {
    const { byModel, proposal } = propose.data
    return (
      <Proposing
        byModel={byModel}
        proposal={proposal}
        error={make.error}
        isMaking={make.isPending}
        onMake={make.mutate}
        onDrop={drop}
      />
    )
  }
  return (
    <Wishing
      wish={wish}
      error={propose.error}
      isAsking={propose.isPending}
      onWrite={setWish}
      onAsk={() => propose.mutate()}
    />
  )
}

function IsMade({ made: { id, tried }, onMore }: { made: Made; onMore: () => void }) {
  return (
    <div className={styles.likeness}>
      <p role="status">
        {words.agentMade(id)}{' '}
        {tried.length > 0 && words.metRules(tried.filter(({ isRight }) => isRight).length, tried.length)}
      </p>
      <p className={styles.acts}>
        <Link to="/agents/$agent" params={{ agent: id }}>
          {words.openIt(id)}
        </Link>
        <button type="button" onClick={onMore}>
          {words.newAgent}
        </button>
      </p>
    </div>
  )
}

interface WishingParts {
  wish: string
  error: Error | null
  isAsking: boolean
  onWrite: (wish: string) => void
  onAsk: () => void
}

function Wishing({ wish, error, isAsking, onWrite, onAsk }: WishingParts) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    if (wish.trim() !== '') onAsk()
  }
  return (
    <form className={styles.ruleForm} aria-label={words.newAgent} onSubmit={submit}>
      <Field label={words.wish} hint={words.wishHint} fault={error ? toldOf(error, 'wish') : undefined}>
        {(marks) => (
          <textarea
            {...marks}
            ref={field}
            rows={2}
            maxLength={500}
            value={wish}
            onChange={(event) => onWrite(event.currentTarget.value)}
          />
        )}
      </Field>
      <fieldset className={styles.wishes}>
        <legend>{words.templates}</legend>
        {words.wishes.map((one) => (
          <button type="button" key={one} onClick={() => onWrite(one)}>
            {one}
          </button>
        ))}
      </fieldset>
      <div className={styles.acts}>
        <button type="submit" className="primary" disabled={wish.trim() === '' || isAsking}>
          {words.propose}
        </button>
      </div>
    </form>
  )
}

interface ProposingParts extends Proposed {
  error: Error | null
  isMaking: boolean
  onMake: (wanted: { proposal: Proposal; id?: string }) => void
  onDrop: () => void
}

function Proposing({ byModel, proposal, error, isMaking, onMake, onDrop }: ProposingParts) {
  const [name, setName] = useState(proposal.name)
  const [id, setId] = useState('')
  const [prompt, setPrompt] = useState(proposal.prompt)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    onMake({ proposal: { ...proposal, name, prompt }, ...(id.trim() !== '' && { id: id.trim() }) })
  }
  const fields = { name: 'proposal.name', id: 'id', prompt: 'proposal.prompt' }
  const isTaken = error instanceof Refused && error.code === 'agent_already_exists'
  const faultAt = (path: string) => (error ? faultOf(error, path) : undefined)
  const isPlaced = isTaken || Object.values(fields).some((path) => faultAt(path) !== undefined)
  return (
    <form className={styles.ruleForm} aria-label={words.newAgent} onSubmit={submit}>
      <p role="status">{byModel ? words.byModel : words.byTemplate}</p>
      <Field label={words.agentName} fault={faultAt(fields.name)}>
        {(marks) => (
          <input {...marks} ref={first} value={name} onChange={(event) => setName(event.currentTarget.value)} />
        )}
      </Field>
      <Field label={words.agentId} hint={words.idHint} fault={isTaken ? error.message : faultAt(fields.id)}>
        {(marks) => <input {...marks} value={id} onChange={(event) => setId(event.currentTarget.value)} />}
      </Field>
      <Field label={words.prompt} fault={faultAt(fields.prompt)}>
        {(marks) => (
          <textarea {...marks} rows={6} value={prompt} onChange={(event) => setPrompt(event.currentTarget.value)} />
        )}
      </Field>
      <section aria-label={words.opening}>
        <strong>{words.opening}</strong>
        <p>{proposal.opening}</p>
        <p className="quiet">{proposal.questions.join(' · ')}</p>
      </section>
      {proposal.rules.length > 0 && (
        <section aria-label={words.proposedRules}>
          <strong>{words.proposedRules}</strong>
          <ol className={styles.rules}>
            {proposal.rules.map(({ when, say }) => (
              <li key={when[0]}>
                <div className={styles.rule}>
                  <p>{when.join('\n')}</p>
                  <p>{say}</p>
                </div>
              </li>
            ))}
          </ol>
        </section>
      )}
      {error && !isPlaced && <p role="alert">{error.message}</p>}
      <div className={styles.acts}>
        <button type="submit" className="primary" disabled={isMaking}>
          {words.make}
        </button>
        <button type="button" onClick={onDrop}>
          {words.drop}
        </button>
      </div>
    </form>
  )
}

interface Marks {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string
}

/** One thing that is asked, with what is wrong with it at its place. */
function Field({
  label,
  hint,
  fault,
  children,
}: {
  label: string
  hint?: string
  fault: string | undefined
  children: (marks: Marks) => React.ReactNode
}) {
  const id = useId()
  const note = `${id}-note`
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': fault !== undefined, 'aria-describedby': note })}
      <span className={styles.hint} id={note}>
        {fault && <strong role="alert">{fault}</strong>}
        {hint}
      </span>
    </div>
  )
}

const faultOf = (error: Error, path: string): string | undefined =>
  error instanceof Refused ? error.faults.find((one) => one.path === path)?.message : undefined

/** Where it is the only thing that was asked, all that went wrong is told there. */
const toldOf = (error: Error, path: string): string => faultOf(error, path) ?? error.message
