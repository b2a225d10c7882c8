import { useEffect, useMemo, useRef, useState } from 'react'
import type { Modal } from '../../../stand-ins/slack/view.ts'
import { Avatar } from '../../shared/Avatar.tsx'
import { Icon } from '../../shared/Icon.tsx'
import { inOrder } from '../../shared/in-order.ts'
import { strings } from '../../strings.ts'
import { BlockView } from './BlockView.tsx'
import { type Block, readBlocks } from './blockkit.ts'
import { nameOf } from './compose.ts'
import { useSlack } from './context.ts'
import styles from './FormDialog.module.css'
import { FormField } from './FormField.tsx'
import { type Field, type Filled, initialOf, isFilled, type Part, readParts } from './form.ts'
import { text } from './strings.ts'

/** A form that the app has opened, as Slack shows it: what is wrong stands beneath the fields. */
export function FormDialog({ modal }: { modal: Modal }) {
  const { workspace, submitForm, closeForm } = useSlack()
  const { bot } = workspace
  const dialog = useRef<HTMLDialogElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const parts = useMemo(() => readParts(modal.blocks), [modal.blocks])
  const fields = parts.flatMap((part) => ('field' in part ? [part.field] : []))
  const [values, setValues] = useState<Record<string, Filled>>(() =>
    Object.fromEntries(fields.map((field) => [field.block_id, initialOf(field)])),
  )
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isSending, setSending] = useState(false)
  const ready = fields.every((field) => isFilled(field, values[field.block_id]))

  useEffect(() => {
    if (dialog.current?.open) return
    dialog.current?.showModal()
    body.current?.querySelector<HTMLElement>('input:not([hidden]), textarea')?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    dialog.current?.querySelector('[aria-invalid="true"]')?.scrollIntoView({ block: 'nearest' })
  })

  const send = async () => {
    setSending(true)
    setErrors({})
    const told = await submitForm(modal, fields, values)
    setSending(false)
    if (told) setErrors(told)
  }
  const close = () => void closeForm(modal)

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={modal.title.text}
      data-testid="form"
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (ready && !isSending) void send()
        }}
      >
        <header>
          <Avatar name={nameOf(bot)} id={bot.id} bot size={32} />
          <h2>{modal.title.text}</h2>
          <button type="button" className="iconButton" aria-label={strings.close} onClick={close}>
            <Icon name="close" />
          </button>
        </header>
        <div ref={body} className={styles.body}>
          {inOrder(parts, (part) => (
            <PartView
              part={part}
              modal={modal}
              values={values}
              errors={errors}
              onChange={(field, value) => {
                setValues((now) => ({ ...now, [field.block_id]: value }))
                setErrors(({ [field.block_id]: _, ...rest }) => rest)
              }}
            />
          ))}
        </div>
        <footer>
          {errors[''] && <p role="alert">{errors['']}</p>}
          <button type="button" className="button" data-testid="form-close" onClick={close}>
            {modal.close?.text ?? strings.close}
          </button>
          {modal.submit && (
            <button
              type="submit"
              className="button primary"
              data-testid="form-submit"
              aria-busy={isSending}
              disabled={!ready || isSending}
            >
              {isSending ? text.working : modal.submit.text}
            </button>
          )}
        </footer>
      </form>
    </dialog>
  )
}

/** What they open lies over the form, which keeps what stands in it. */
function Actions({ modal, block: { block_id, buttons } }: { modal: Modal; block: Block & { type: 'actions' } }) {
  const { pressIn } = useSlack()
  return (
    <div className={styles.actions}>
      {buttons.map(({ action_id, label }) => (
        <button
          key={action_id}
          type="button"
          className="button"
          data-testid="form-action"
          onClick={() => void pressIn(modal, block_id, action_id)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

interface PartProps {
  part: Part
  modal: Modal
  values: Record<string, Filled>
  errors: Record<string, string>
  onChange: (field: Field, value: Filled) => void
}

function PartView({ part, modal, values, errors, onChange }: PartProps) {
  if (!('field' in part)) {
    return inOrder(readBlocks([part.block]), (block) =>
      block.type === 'actions' ? <Actions modal={modal} block={block} /> : <BlockView block={block} />,
    )
  }
  const { field } = part
  return (
    <FormField
      field={field}
      view={modal.id}
      value={values[field.block_id]}
      error={errors[field.block_id]}
      onChange={(value) => onChange(field, value)}
    />
  )
}
