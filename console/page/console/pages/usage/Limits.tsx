import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Sure } from '../../shared/Sure.tsx'
import { Failed } from '../../shared/states.tsx'
import styles from './Usage.module.css'
import { type Limit, money, number, removeLimit, setLimit, tryLimit, type WhatIf } from './usage.ts'
import { words } from './words.ts'

type Written = Omit<Limit, 'used'>

/** What may be used in a time, and how near it is; set, tried on this month, and taken away. */
export function Limits({ items, currency }: { items: readonly Limit[]; currency: string }) {
  const queries = useQueryClient()
  const remove = useMutation({ mutationFn: removeLimit, onSettled: () => queries.invalidateQueries() })
  const told = ({ unit }: Written, value: number) => (unit === 'money' ? money(value, currency) : number(value))
  return (
    <>
      <h2>{words.limits}</h2>
      {items.length === 0 ? (
        <p className="quiet">{words.noLimits}</p>
      ) : (
        <ul className={styles.limits}>
          {items.map((limit) => {
            const name = nameOf(limit)
            return (
              <li key={name}>
                <span>{name}</span>
                {limit.used !== null && (
                  <meter min={0} max={limit.most} high={limit.most * 0.8} value={limit.used} aria-label={name} />
                )}
                <span>
                  {limit.used !== null && `${told(limit, limit.used)} / `}
                  {told(limit, limit.most)}
                </span>
                <span>
                  <Sure label={words.remove} about={words.removeOf(name)} onSure={() => remove.mutate(limit)} />
                </span>
              </li>
            )
          })}
        </ul>
      )}
      {remove.error && <Failed error={remove.error} onAgain={() => remove.mutate(remove.variables)} />}
      <NewLimit currency={currency} told={told} />
    </>
  )
}

const keys = <Name extends string>(of: Readonly<Record<Name, string>>) => Object.entries(of) as [Name, string][]

function NewLimit({ currency, told }: { currency: string; told: (limit: Written, value: number) => string }) {
  const queries = useQueryClient()
  const [scope, setScope] = useState<Limit['scope']>('agent')
  const [subject, setSubject] = useState('')
  const [unit, setUnit] = useState<Limit['unit']>('answers')
  const [period, setPeriod] = useState<Limit['period']>('day')
  const [most, setMost] = useState('')
  const set = useMutation({
    mutationFn: setLimit,
    onSuccess: () => setMost(''),
    onSettled: () => queries.invalidateQueries(),
  })
  const tried = useMutation({ mutationFn: tryLimit })
  const amount = Number(most) * (unit === 'money' ? 1e6 : 1)
  const limit = { scope, subject: scope === 'account' ? '' : subject.trim(), unit, period, most: Math.round(amount) }
  const isWritten = most.trim() !== '' && amount >= 0
  const hasHistory = unit !== 'answers' && period !== 'minute'
  const failed = [set, tried].find(({ error }) => error)?.error
  const act = (submitted: FormEvent) => {
    submitted.preventDefault()
    tried.reset()
    if (isWritten) set.mutate(limit)
  }
  /** What was tried, or has failed, is about what stood there then. */
  const write =
    <Value,>(to: (value: Value) => void) =>
    (value: Value) => {
      to(value)
      tried.reset()
      set.reset()
    }

  return (
    <form className={styles.newLimit} aria-label={words.newLimit} onSubmit={act}>
      <Choice label={words.whose} value={scope} of={keys(words.scopes)} onChoose={write(setScope)} />
      {scope !== 'account' && (
        <label>
          {words.which}
          <input
            value={subject}
            placeholder={words.each(words.scopes[scope])}
            onChange={(event) => write(setSubject)(event.currentTarget.value)}
          />
        </label>
      )}
      <label>
        {words.most}
        <input
          value={most}
          inputMode="decimal"
          size={9}
          onChange={(event) => write(setMost)(event.currentTarget.value)}
        />
      </label>
      <Choice
        label={words.unit}
        value={unit}
        of={keys({ ...words.units, money: currency })}
        onChoose={write(setUnit)}
      />
      <Choice label={words.period} value={period} of={keys(words.periods)} onChoose={write(setPeriod)} />
      <button type="submit" className="primary" disabled={!isWritten || set.isPending}>
        {words.set}
      </button>
      {hasHistory && (
        <button type="button" disabled={!isWritten || tried.isPending} onClick={() => tried.mutate(limit)}>
          {words.tryIt}
        </button>
      )}
      <p role="status">{tried.data && found(tried.data, (value) => told(limit, value))}</p>
      {failed && <p role="alert">{failed.message}</p>}
    </form>
  )
}

interface ChoiceParts<Name extends string> {
  label: string
  value: Name
  of: readonly (readonly [Name, string])[]
  onChoose: (name: Name) => void
}

function Choice<Name extends string>({ label, value, of, onChoose }: ChoiceParts<Name>) {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value as Name)}>
        {of.map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

const found = ({ was, wouldHaveBeen, reached }: WhatIf, told: (value: number) => string): string =>
  words.whatIf(told(wouldHaveBeen), told(was), reached)

function nameOf(limit: Limit): string {
  return words.limit(whoseOf(limit), words.units[limit.unit], words.periods[limit.period])
}

function whoseOf({ scope, subject }: Limit): string {
  if (scope === 'account') return words.scopes.account
  return subject === '' ? words.each(words.scopes[scope]) : subject
}
