import { useEffect, useRef, useState } from 'react'
import type { Component, Modal, Submit } from '../../../stand-ins/discord/view.ts'
import { Avatar } from '../../shared/Avatar.tsx'
import { toUpload } from '../../shared/pane/drafts.ts'
import { strings } from '../../strings.ts'
import { useDiscord } from './context.ts'
import styles from './ModalDialog.module.css'
import { ModalField } from './ModalField.tsx'
import { type Filled, initialValues, inputsOf, isFilled } from './modal.ts'
import { text } from './strings.ts'

/** A form that the app has opened. */
export function ModalDialog({ modal }: { modal: Modal }) {
  const { workspace, submit, dismiss } = useDiscord()
  const dialog = useRef<HTMLDialogElement>(null)
  const [values, setValues] = useState<Filled>(() => initialValues(modal.components))
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  const inputs = inputsOf(modal.components)
  const ready = inputs.every((input) => isFilled(input, values))

  const send = async () => {
    const pairs = inputs.map(async (input): Promise<[string, Submit['fields'][string]]> => {
      const value = values[String(input['custom_id'])]
      const isFiles = Array.isArray(value) && value.some((each) => each instanceof File)
      return [
        String(input['custom_id']),
        isFiles ? await Promise.all((value as File[]).map(toUpload)) : (value as string | string[] | boolean),
      ]
    })
    await submit(Object.fromEntries(await Promise.all(pairs)))
  }

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={modal.title}
      data-testid="modal"
      onCancel={(event) => {
        event.preventDefault()
        void dismiss()
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (ready) void send()
        }}
      >
        <header>
          <Avatar name={workspace.bot.name} id={workspace.bot.id} bot size={32} />
          <h2>{modal.title}</h2>
        </header>
        <div className={styles.fields}>
          {modal.components.map((component: Component) => (
            <ModalField
              key={component.id}
              component={component}
              values={values}
              onChange={(id, value) => setValues((now) => ({ ...now, [id]: value }))}
            />
          ))}
        </div>
        <footer>
          <button type="button" className={styles.cancel} onClick={() => void dismiss()}>
            {strings.cancel}
          </button>
          <button type="submit" className={styles.submit} data-testid="modal-submit" disabled={!ready}>
            {text.submit}
          </button>
        </footer>
      </form>
    </dialog>
  )
}
