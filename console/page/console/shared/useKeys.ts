import { useNavigate } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { pagesFor } from './pages.ts'
import type { Standing } from './session.ts'

/** After g, the next key names a page for so long. */
const chordMs = 1200

/** Keys are told by what they write, so that other layouts have them too; whoever types into a field means no key of ours. */
export function useKeys(me: Standing, { onHelp }: { onHelp: () => void }): void {
  const navigate = useNavigate()
  const goneAt = useRef(Number.NEGATIVE_INFINITY)
  // Before anything of the page is to be seen: whoever sees it may press.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isField(event)) return
      const isSecond = event.timeStamp - goneAt.current < chordMs
      goneAt.current = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
      const page = isSecond ? pagesFor(me).find(({ key }) => key === event.key) : undefined
      if (page) void navigate({ to: page.to })
      else if (event.key === '?') onHelp()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [me, navigate, onHelp])
}

/** Also where the field stands in a shadow tree, as the one of an editor. */
export function isField(event: KeyboardEvent): boolean {
  const [target] = event.composedPath()
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
}
