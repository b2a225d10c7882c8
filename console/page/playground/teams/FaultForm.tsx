import type { ReactNode } from 'react'
import { useState } from 'react'
import type { Fault } from '../../../stand-ins/teams/view.ts'
import { strings } from '../../strings.ts'
import styles from './FaultForm.module.css'
import { text } from './strings.ts'

const kinds = Object.keys(text.faultKinds) as Fault['kind'][]

const routes = [
  'POST activities',
  'POST reply',
  'PUT activity',
  'DELETE activity',
  'POST conversations',
  'GET conversation',
  'GET members',
  'GET pagedmembers',
  'GET member',
  'GET team',
  'GET channels',
  'GET attachment',
  'POST token',
  'GET openid',
  'GET keys',
]

/** The fields of every kind, as typed; only those of the chosen kind are used. */
const blank = {
  kind: 'ratelimited' as Fault['kind'],
  route: '*',
  times: '1',
  retryAfter: '3',
  header: true,
  onlyHere: false,
  delay: '3000',
  status: '',
  code: 'ContentStreamNotAllowed',
  message: 'Content stream is not allowed.',
}

/** What `status` is when nothing is typed. */
const usualStatus: Partial<Record<Fault['kind'], string>> = { error: '500', accepted: '502', refuse: '403' }

interface Props {
  busy: boolean
  conversation: string
  onAdd: (fault: Fault) => void
}

export function FaultForm({ busy, conversation, onAdd }: Props) {
  const [fields, setFields] = useState(blank)
  const { kind } = fields
  const change = (patch: Partial<typeof blank>) => setFields({ ...fields, ...patch })
  const field = (name: 'times' | 'retryAfter' | 'delay' | 'status', min: number, placeholder?: string) => (
    <input
      type="number"
      name={name}
      min={min}
      placeholder={placeholder}
      value={fields[name]}
      onChange={({ target }) => change({ [name]: target.value })}
    />
  )
  const words = (name: 'code' | 'message') => (
    <input name={name} value={fields[name]} onChange={({ target }) => change({ [name]: target.value })} />
  )
  const check = (name: 'header' | 'onlyHere', label: string) => (
    <label className={styles.check}>
      <input
        type="checkbox"
        name={name}
        checked={fields[name]}
        onChange={({ target }) => change({ [name]: target.checked })}
      />
      {label}
    </label>
  )
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onAdd(toFault(fields, conversation))
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
        <Field label={strings.faultTimes}>{field('times', 1, strings.untilCleared)}</Field>
        {kind === 'ratelimited' && <Field label={strings.retryAfter}>{field('retryAfter', 0)}</Field>}
        {kind === 'slow' && <Field label={strings.delay}>{field('delay', 0)}</Field>}
        {usualStatus[kind] && <Field label={text.status}>{field('status', 400, usualStatus[kind])}</Field>}
      </div>
      {kind === 'refuse' && <Field label={text.code}>{words('code')}</Field>}
      {kind === 'refuse' && <Field label={text.message}>{words('message')}</Field>}
      {kind === 'ratelimited' && check('header', text.header)}
      {check('onlyHere', text.onlyHere)}
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

function toFault(fields: typeof blank, conversation: string): Fault {
  const { kind, route, times, retryAfter, header, onlyHere, delay, code, message } = fields
  const status = fields.status || usualStatus[kind]
  return {
    kind,
    route,
    ...(onlyHere && { conversation }),
    ...(times !== '' && { times: Number(times) }),
    ...(kind === 'ratelimited' && retryAfter !== '' && { retryAfter: Number(retryAfter) }),
    ...(kind === 'ratelimited' && !header && { header }),
    ...(kind === 'slow' && delay !== '' && { delay: Number(delay) }),
    ...(status !== undefined && { status: Number(status) }),
    ...(kind === 'refuse' && { code, message }),
  }
}
