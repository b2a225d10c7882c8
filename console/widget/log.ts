import type { Told } from '../../adapters/web/view.ts'
import { el } from './dom.ts'
import { type Acts, messageOf, type Shown } from './message.ts'
import type { Words } from './words.ts'

/** Whoever listens hears what grows in whole sentences, and so often. */
const announceEveryMs = 1500
const sentenceEnd = /^[\s\S]*[.!?。！？\n]/

interface Line {
  shown: Shown
  node: HTMLElement
}

/** The messages, in their order; each is drawn anew when it changes, and all others stay as they are. */
export function createLog(words: Words, acts: Acts) {
  const box = el('div', { class: 'log', role: 'log', 'aria-live': 'off', tabindex: '0', 'aria-label': words.title })
  const quiet = el('div', { class: 'quiet', 'aria-live': 'polite' })
  const lines = new Map<string, Line>()
  /** How much of the newest answer was announced. */
  let said = { id: '', length: 0 }
  let newest: Shown | undefined
  let announcing = false

  const isAtEnd = (): boolean => box.scrollHeight - box.scrollTop - box.clientHeight < 80
  const toEnd = (): void => {
    box.scrollTop = box.scrollHeight
  }

  function announce(isOver: boolean): void {
    if (!newest) return
    if (said.id !== newest.id) said = { id: newest.id, length: 0 }
    const rest = newest.text.slice(said.length)
    const whole = isOver ? rest : (sentenceEnd.exec(rest)?.[0] ?? '')
    if (whole.trim() === '') return
    said.length += whole.length
    quiet.append(el('p', {}, whole.replaceAll(/[*_`#>|~[\]]/g, '')))
    while (quiet.childElementCount > 5) quiet.firstElementChild!.remove()
  }

  function put(shown: Shown, below?: { text: string; isBad: boolean }): void {
    const wasAtEnd = isAtEnd()
    const node = messageOf(shown, words, acts)
    if (below) node.append(el('div', { class: below.isBad ? 'below bad' : 'below' }, below.text))
    const known = lines.get(shown.id)
    // A button that was pressed is gone with it, and whoever uses the keyboard stays where they were.
    const hadFocus = known?.node.contains((box.getRootNode() as ShadowRoot).activeElement)
    if (known) known.node.replaceWith(node)
    if (hadFocus) box.focus({ preventScroll: true })
    if (!known || known.shown.n !== shown.n) {
      // What was sent from here gets its place when it is kept.
      const next = [...lines.values()].filter((one) => one !== known).find((one) => one.shown.n > shown.n)
      box.insertBefore(node, next && next.node.parentNode === box ? next.node : null)
    }
    lines.set(shown.id, { shown, node })
    const sorted = [...lines].sort(([, a], [, b]) => a.shown.n - b.shown.n)
    lines.clear()
    for (const [id, line] of sorted) lines.set(id, line)
    if (wasAtEnd || shown.from === 'visitor') toEnd()
  }

  return {
    box,
    quiet,
    toEnd,
    isEmpty: (): boolean => lines.size === 0,
    last: (): Shown | undefined => [...lines.values()].at(-1)?.shown,
    /** What the server tells; `isNew`: it was not there when the page was opened. */
    tell(told: Exclude<Told, { from: 'status' }>, isNew: boolean): void {
      if (told.from === 'gone') {
        lines.get(told.id)?.node.remove()
        lines.delete(told.id)
        return
      }
      put(told)
      if (!isNew || told.from === 'visitor') return
      newest = told
      if (announcing) return
      announcing = true
      setTimeout(() => {
        announcing = false
        announce(told.from === 'note')
      }, announceEveryMs)
    },
    over: (): void => announce(true),
    /** What is not kept any more. */
    dropBefore(n: number): void {
      for (const [id, { shown, node }] of lines) {
        if (shown.n >= n) continue
        node.remove()
        lines.delete(id)
      }
    },
    /** Written here, and not kept yet. */
    pending(id: string, text: string, below: { text: string; isBad: boolean }): void {
      if (lines.has(id) && lines.get(id)!.shown.n !== Number.MAX_SAFE_INTEGER) return
      put({ id, n: Number.MAX_SAFE_INTEGER, at: Date.now(), from: 'visitor', text }, below)
    },
  }
}
