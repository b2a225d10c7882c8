import { useEffect, useRef, useState } from 'react'
import type { Found, SearchCommand, SearchResult } from '../../../stand-ins/teams/view.ts'
import { Icon } from '../../shared/Icon.tsx'
import { strings } from '../../strings.ts'
import type { Place } from './context.ts'
import { useTeams } from './context.ts'
import dialogs from './Dialog.module.css'
import { Face } from './Face.tsx'
import styles from './Search.module.css'
import { text } from './strings.ts'

/** What can be searched by the app, beside what is written. */
export function SearchButtons({ place }: { place: Place }) {
  const { searches } = useTeams().workspace
  const [open, setOpen] = useState<SearchCommand>()
  return (
    <>
      {searches.map((one) => (
        <button
          key={one.id}
          type="button"
          className={styles.tool}
          aria-label={one.title}
          title={one.title}
          data-testid="search"
          onClick={() => setOpen(one)}
        >
          <Icon name="search" />
        </button>
      ))}
      {open && <SearchDialog place={place} command={open} onDone={() => setOpen(undefined)} />}
    </>
  )
}

/** So long a pause in typing (ms) has the app asked. */
const pause = 250

function SearchDialog({ place, command, onDone }: { place: Place; command: SearchCommand; onDone: () => void }) {
  const { workspace, search, insert } = useTeams()
  const { bot } = workspace
  const box = useRef<HTMLDialogElement>(null)
  // Whoever draws it names the same place anew each time.
  const at = useRef(place)
  const [words, setWords] = useState('')
  const [result, setResult] = useState<SearchResult>()
  const [isWhole, setWhole] = useState(true)
  const { id, initialRun } = command
  useEffect(() => {
    if (!box.current?.open) box.current?.showModal()
  }, [])
  useEffect(() => {
    const typed = words.trim()
    if (typed === '' && !initialRun) return setResult(undefined)
    let isLatest = true
    const ask = async () => {
      const told = await search(at.current, { command: id, ...(typed !== '' && { text: typed }) })
      if (!isLatest) return
      setResult(told)
      setWhole(!told?.found.length)
    }
    const timer = setTimeout(() => void ask(), typed === '' ? 0 : pause)
    return () => {
      isLatest = false
      clearTimeout(timer)
    }
  }, [words, id, initialRun, search])
  const more = async () => {
    const before = result?.found ?? []
    const told = await search(at.current, { command: id, text: words.trim(), skip: before.length })
    if (told) setResult({ ...told, found: [...before, ...told.found] })
    setWhole(!told?.found.length)
  }
  const choose = async (found: Found) => {
    if (await insert(at.current, found.id)) onDone()
  }
  const { parameter } = command
  return (
    <dialog
      ref={box}
      className={dialogs.dialog}
      aria-label={command.title}
      data-testid="search-dialog"
      onClose={onDone}
    >
      <header className={dialogs.header}>
        <Face id={bot.id} name={bot.name} size={28} />
        <h2>{command.title}</h2>
        <button type="button" className="iconButton" aria-label={strings.close} onClick={onDone}>
          <Icon name="close" />
        </button>
      </header>
      <input
        className={styles.words}
        type="search"
        aria-label={parameter.title}
        placeholder={parameter.description}
        data-testid="search-words"
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <div className={styles.found} aria-live="polite">
        {result?.found.map((found) => (
          <button key={found.id} type="button" data-testid="search-found" onClick={() => void choose(found)}>
            <strong>{found.title}</strong>
            <span>{found.text}</span>
          </button>
        ))}
        {result && result.found.length === 0 && (
          <p data-testid="search-said">{result.say ?? (result.state === 'failed' ? text.failed : text.nothingFound)}</p>
        )}
        {!isWhole && (
          <button type="button" className={dialogs.button} data-testid="search-more" onClick={() => void more()}>
            {text.moreFound}
          </button>
        )}
      </div>
    </dialog>
  )
}
