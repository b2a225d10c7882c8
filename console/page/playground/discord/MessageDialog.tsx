import { useEffect, useRef, useState } from 'react'
import { strings } from '../../strings.ts'
import styles from './MessageDialog.module.css'

interface Props {
  label: string
  button: string
  /** The name of the one thing to fill in, if there is one. */
  field?: string
  danger?: boolean
  onSubmit: (value: string) => void
  onDone: () => void
}

/** Asks before something is done with a message. */
export function MessageDialog({ label, button, field, danger = false, onSubmit, onDone }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [value, setValue] = useState('')
  useEffect(() => dialog.current?.showModal(), [])
  const ready = field === undefined || value.trim() !== ''
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={label} onClose={onDone}>
      <form
        method="dialog"
        onSubmit={(event) => {
          const { submitter } = event.nativeEvent as SubmitEvent
          if ((submitter as HTMLButtonElement | null)?.value === 'cancel') return
          onSubmit(value.trim())
        }}
      >
        <p>{label}</p>
        {field !== undefined && (
          <label>
            <span>{field}</span>
            <input
              value={value}
              maxLength={100}
              data-testid="dialog-field"
              onChange={({ target }) => setValue(target.value)}
            />
          </label>
        )}
        <div className={styles.buttons}>
          <button type="submit" value="cancel" className={styles.cancel} formNoValidate>
            {strings.cancel}
          </button>
          <button
            type="submit"
            value="ok"
            className={styles.ok}
            data-danger={danger}
            data-testid="dialog-ok"
            disabled={!ready}
          >
            {button}
          </button>
        </div>
      </form>
    </dialog>
  )
}
