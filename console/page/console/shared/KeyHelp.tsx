import { useEffect, useRef } from 'react'
import styles from './KeyHelp.module.css'
import { pagesFor } from './pages.ts'
import { nobody, useMe } from './session.ts'
import { strings } from './strings.ts'

const keys: readonly (readonly [string, string])[] = [
  ['j k', strings.nextLine],
  ['/', strings.toFilter],
  ['Esc', strings.toList],
  ['?', strings.keys],
]

export function KeyHelp({ onClose }: { onClose: () => void }) {
  const { data = nobody } = useMe()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className={styles.dialog} onClose={onClose} aria-labelledby="keys-title">
      <h2 id="keys-title">{strings.keys}</h2>
      <p>{strings.keysAbout}</p>
      <dl>
        {[...pagesFor(data).map(({ key, name }) => [`g ${key}`, name] as const), ...keys].map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={() => dialog.current?.close()}>
        {strings.close}
      </button>
    </dialog>
  )
}
