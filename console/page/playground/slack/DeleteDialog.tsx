import { useEffect, useRef } from 'react'
import type { Message } from '../../../stand-ins/slack/view.ts'
import { strings } from '../../strings.ts'
import { useSlack } from './context.ts'
import styles from './DeleteDialog.module.css'

export function DeleteDialog({ message, onDone }: { message: Message; onDone: () => void }) {
  const { remove } = useSlack()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={strings.delete} onClose={onDone}>
      <p>{strings.deleteSure}</p>
      <form method="dialog" className={styles.buttons}>
        <button type="submit" className="button">
          {strings.cancel}
        </button>
        <button type="submit" className="button danger" data-testid="delete" onClick={() => void remove(message)}>
          {strings.deleteButton}
        </button>
      </form>
    </dialog>
  )
}
