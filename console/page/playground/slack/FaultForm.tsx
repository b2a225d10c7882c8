import type { ReactNode } from 'react'
import { useState } from 'react'
import type { Fault } from '../../../stand-ins/slack/view.ts'
import { strings } from '../../strings.ts'
import styles from './FaultForm.module.css'

const kinds = Object.keys(strings.faultKinds) as Fault['kind'][]

const methods = [
  'chat.postMessage',
  'chat.update',
  'chat.delete',
  'chat.postEphemeral',
  'chat.startStream',
  'chat.appendStream',
  'chat.stopStream',
  'files.getUploadURLExternal',
  'files.completeUploadExternal',
  'assistant.threads.setStatus',
  'agents.sessions.setStatus',
  'conversations.replies',
  'conversations.history',
  'users.info',
  'views.open',
  'apps.connections.open',
]

/** The fields of every kind, as typed; only those of the chosen kind are used. */
const blank = {
  kind: 'ratelimited' as Fault['kind'],
  method: '*',
  times: '1',
  retryAfter: '3',
  delay: '3000',
  error: 'fatal_error',
}

export function FaultForm({ busy, onAdd }: { busy: boolean; onAdd: (fault: Fault) => void }) {
  const [fields, setFields] = useState(blank)
  const { kind } = fields
  const text = (name: keyof typeof blank, rest: { type: string; min?: number; placeholder?: string }) => (
    <input
      {...rest}
      name={name}
      value={fields[name]}
      onChange={({ target }) => setFields({ ...fields, [name]: target.value })}
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
        <select
          name="kind"
          value={kind}
          onChange={({ target }) => setFields({ ...fields, kind: target.value as Fault['kind'] })}
        >
          {kinds.map((one) => (
            <option key={one} value={one}>
              {strings.faultKinds[one]}
            </option>
          ))}
        </select>
      </Field>
      <Field label={strings.faultMethod}>
        <select
          name="method"
          value={fields.method}
          onChange={({ target }) => setFields({ ...fields, method: target.value })}
        >
          <option value="*">{strings.anyMethod}</option>
          {methods.map((method) => (
            <option key={method}>{method}</option>
          ))}
        </select>
      </Field>
      <div className={styles.pair}>
        <Field label={strings.faultTimes}>
          {text('times', { type: 'number', min: 1, placeholder: strings.untilCleared })}
        </Field>
        {kind === 'ratelimited' && (
          <Field label={strings.retryAfter}>{text('retryAfter', { type: 'number', min: 0 })}</Field>
        )}
        {kind === 'slow' && <Field label={strings.delay}>{text('delay', { type: 'number', min: 0 })}</Field>}
        {kind === 'refuse' && <Field label={strings.refusal}>{text('error', { type: 'text' })}</Field>}
      </div>
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

function toFault({ kind, method, times, retryAfter, delay, error }: typeof blank): Fault {
  return {
    kind,
    method,
    ...(times !== '' && { times: Number(times) }),
    ...(kind === 'ratelimited' && retryAfter !== '' && { retryAfter: Number(retryAfter) }),
    ...(kind === 'slow' && delay !== '' && { delay: Number(delay) }),
    ...(kind === 'refuse' && { error }),
  }
}
