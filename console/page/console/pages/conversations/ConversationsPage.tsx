import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Failed, Loading } from '../../shared/states.tsx'
import { isField } from '../../shared/useKeys.ts'
import styles from './Conversations.module.css'
import { Filters } from './Filters.tsx'
import { TurnLine } from './TurnLine.tsx'
import { TurnView } from './TurnView.tsx'
import { type Filter, useTurns } from './turns.ts'
import { words } from './words.ts'

/** What people asked, newest first, and beside it what was said in one of them and why. */
export function ConversationsPage() {
  const filter: Filter = useSearch({ strict: false })
  const { turn } = useParams({ strict: false })
  const turns = useTurns(filter)
  const list = useRef<HTMLUListElement>(null)
  useListKeys(list, turn, filter)
  const lines = turns.data?.pages.flatMap(({ items }) => items) ?? []
  const isFiltered = Object.values(filter).some(Boolean)

  return (
    <div className={turn === undefined ? styles.page : `${styles.page} ${styles.open}`}>
      <h1 className="unseen">{words.title}</h1>
      <section className={styles.list} aria-label={words.list}>
        <Filters filter={filter} />
        {turns.isPending && <Loading />}
        {turns.error && <Failed error={turns.error} onAgain={() => void turns.refetch()} />}
        {turns.data && lines.length === 0 && (
          <p className={styles.empty}>{isFiltered ? words.noneOfThese : words.none}</p>
        )}
        <ul ref={list}>
          {lines.map((line) => (
            <TurnLine key={line.id} turn={line} filter={filter} isOpen={line.id === turn} />
          ))}
        </ul>
        {turns.hasNextPage && (
          <button
            type="button"
            className={styles.more}
            disabled={turns.isFetchingNextPage}
            onClick={() => void turns.fetchNextPage()}
          >
            {turns.isFetchingNextPage ? words.older : words.more}
          </button>
        )}
      </section>
      <section className={styles.detail} aria-label={words.why}>
        {turn === undefined ? <p className={styles.empty}>{words.choose}</p> : <TurnView id={turn} filter={filter} />}
      </section>
    </div>
  )
}

/** j and k go along the lines, / to the filter, Escape back to the list. */
function useListKeys(list: { current: HTMLUListElement | null }, turn: string | undefined, filter: Filter): void {
  const navigate = useNavigate()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isField(event)) return
      const links = [...(list.current?.querySelectorAll('a') ?? [])]
      const at = links.findIndex((link) => link === document.activeElement || link.getAttribute('aria-current'))
      if (event.key === 'j') links[Math.min(at + 1, links.length - 1)]?.focus()
      else if (event.key === 'k') links[Math.max(at - 1, 0)]?.focus()
      else if (event.key === '/') document.querySelector<HTMLElement>('[data-filter]')?.focus()
      else if (event.key === 'Escape' && turn !== undefined) void navigate({ to: '/conversations', search: filter })
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [list, turn, filter, navigate])
}
