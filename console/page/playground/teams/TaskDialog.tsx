import { type CSSProperties, useEffect, useRef } from 'react'
import type { Dialog } from '../../../stand-ins/teams/view.ts'
import { Icon } from '../../shared/Icon.tsx'
import { strings } from '../../strings.ts'
import { CardView } from './card/CardView.tsx'
import { useTeams } from './context.ts'
import dialogs from './Dialog.module.css'
import { Face } from './Face.tsx'
import { Failure } from './Marks.tsx'
import { DIALOG } from './state.ts'
import { text } from './strings.ts'
import styles from './TaskDialog.module.css'

const widths: Record<string, number> = { small: 360, medium: 480, large: 720 }
const heights: Record<string, number> = { small: 240, medium: 400, large: 560 }

/** A dialog that the app has opened, with a card in it. */
export function TaskDialog({ dialog }: { dialog: Dialog }) {
  const { workspace, submit, dismiss } = useTeams()
  const box = useRef<HTMLDialogElement>(null)
  const { bot, me, pressed } = workspace
  useEffect(() => {
    if (!box.current?.open) box.current?.showModal()
  }, [])
  const size: CSSProperties = {
    width: pixels(dialog.width, widths, 480),
    minHeight: pixels(dialog.height, heights, 200),
  }
  return (
    <dialog
      ref={box}
      className={`${dialogs.dialog} ${styles.dialog}`}
      style={size}
      aria-label={dialog.title}
      data-testid="dialog"
      onCancel={(event) => {
        event.preventDefault()
        void dismiss()
      }}
    >
      <header className={dialogs.header}>
        <Face id={bot.id} name={bot.name} size={28} />
        <h2>{dialog.title}</h2>
        <button type="button" className="iconButton" aria-label={strings.close} onClick={() => void dismiss()}>
          <Icon name="close" />
        </button>
      </header>
      {dialog.card ? (
        <CardView
          card={dialog.card}
          me={me.id}
          pressed={pressed[DIALOG]}
          onAct={(action, inputs) => void submit(action, inputs)}
          bare
        />
      ) : (
        <p className={styles.empty}>
          {text.emptyDialog} {dialog.url}
        </p>
      )}
      <Failure at={DIALOG} />
    </dialog>
  )
}

function pixels(value: number | string | undefined, named: Record<string, number>, usual: number): string {
  const wanted = typeof value === 'number' ? value : (named[value ?? ''] ?? usual)
  return `min(${wanted}px, calc(100% - 32px))`
}
