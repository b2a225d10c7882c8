import type { ReactNode } from 'react'
import { useState } from 'react'
import type { Fault } from '../../../stand-ins/discord/view.ts'
import { strings } from '../../strings.ts'
import styles from './FaultForm.module.css'
import { text } from './strings.ts'

const kinds = Object.keys(text.faultKinds) as Fault['kind'][]
const scopes = Object.keys(text.scopes) as NonNullable<Fault['scope']>[]

const routes = [
  'POST /channels/{channel}/messages',
  'PATCH /channels/{channel}/messages/{message}',
  'DELETE /channels/{channel}/messages/{message}',
  'GET /channels/{channel}/messages',
  'POST /channels/{channel}/typing',
  'POST /channels/{channel}/messages/{message}/threads',
  'POST /interactions/{interaction}/{token}/callback',
  'PATCH /webhooks/{application}/{token}/messages/{message}',
  'POST /webhooks/{application}/{token}',
  'GET /gateway/bot',
]

/** The fields of every kind, as typed; only those of the chosen kind are used. */
const blank = {
  kind: 'ratelimited' as Fault['kind'],
  route: '*',
  times: '1',
  retryAfter: '3',
  scope: 'user' as NonNullable<Fault['scope']>,
  header: true,
  delay: '3000',
  code: '50013',
}

export function FaultForm({ busy, onAdd }: { busy: boolean; onAdd: (fault: Fault) => void }) {
  const [fields, setFields] = useState(blank)
  const { kind } = fields
  const change = (patch: Partial<typeof blank>) => setFields({ ...fields, ...patch })
  const number = (name: 'times' | 'retryAfter' | 'delay' | 'code', min: number, placeholder?: string) => (
    <input
      type="number"
      name={name}
      min={min}
      placeholder={placeholder}
      value={fields[name]}
      onChange={({ target }) => change({ [name]: target.value })}
    />
  )
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onAdd(toFault(fields))
      }}
    >
      <Field label={strings.faultKind}>
        <select name="kind" value={kind} onChange={({ target }) => change({ kind: target.value as Fault['kind'] })}>
          {kinds.map((one) => (
            <option key={one} value={one}>
              {text.faultKinds[one]}
            </option>
          ))}
        </select>
      </Field>
      <Field label={strings.faultMethod}>
        <select name="route" value={fields.route} onChange={({ target }) => change({ route: target.value })}>
          <option value="*">{strings.anyMethod}</option>
          {routes.map((route) => (
            <option key={route}>{route}</option>
          ))}
        </select>
      </Field>
      <div className={styles.pair}>
        <Field label={strings.faultTimes}>{number('times', 1, strings.untilCleared)}</Field>
        {kind === 'ratelimited' && <Field label={strings.retryAfter}>{number('retryAfter', 0)}</Field>}
        {kind === 'slow' && <Field label={strings.delay}>{number('delay', 0)}</Field>}
        {kind === 'refuse' && <Field label={text.code}>{number('code', 0)}</Field>}
      </div>
      {kind === 'ratelimited' && (
        <>
          <Field label={text.scope}>
            <select
              name="scope"
              value={fields.scope}
              onChange={({ target }) => change({ scope: target.value as typeof blank.scope })}
            >
              {scopes.map((scope) => (
                <option key={scope} value={scope}>
                  {text.scopes[scope]}
                </option>
              ))}
            </select>
          </Field>
          <label className={styles.check}>
            <input
              type="checkbox"
              name="header"
              checked={fields.header}
              onChange={({ target }) => change({ header: target.checked })}
            />
            {text.header}
          </label>
        </>
      )}
      <button type="submit" className="button primary" data-testid="faults-add" disabled={busy}>
        {strings.addFault}
      </button>
    </form>
  )
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
    <label className={styles.field}>
      <span>{label}</span>
      {children}
    </label>
  )
}

function toFault({ kind, route, times, retryAfter, scope, header, delay, code }: typeof blank): Fault {
  return {
    kind,
    route,
    ...(times !== '' && { times: Number(times) }),
    ...(kind === 'ratelimited' && retryAfter !== '' && { retryAfter: Number(retryAfter) }),
    ...(kind === 'ratelimited' && scope !== 'user' && { scope }),
    ...(kind === 'ratelimited' && !header && { header }),
    ...(kind === 'slow' && delay !== '' && { delay: Number(delay) }),
    ...(kind === 'refuse' && { code: Number(code) }),
  }
}
