import type { Block } from '../../../shared/richtext/tree.ts'
import { readMessage, type Written } from '../text.ts'

/** The marks of Markdown that a card shows as they are: it knows bold, italic, links and lists only. */
const SHOWN = /[`~|>]|#(?!\w*;)/g

/** The text of a card; `mentions` are those that the card tells of. */
export function readCardText(text: string, mentions: Written['mentions'] = []): Block[] {
  // A mention has none of those marks but its own tags.
  const escaped = withDates(text)
    .split(/(<at\b[^>]*>[^<]*<\/at>)/i)
    .map((part, i) => (i % 2 === 1 ? part : part.replace(SHOWN, (mark) => `\\${mark}`)))
  return readMessage({ text: escaped.join(''), text_format: 'markdown', mentions, citations: [] })
}

/** `{{DATE(2026-11-21T08:00:00Z, SHORT)}}` and `{{TIME(…)}}` in the reader's own time. */
function withDates(text: string): string {
  return text.replace(
    /\{\{(DATE|TIME)\(([^(),]+)(?:,\s*(\w+))?\)\}\}/g,
    (written, kind: string, iso: string, style = '') => {
      const date = new Date(iso.trim())
      if (Number.isNaN(date.getTime())) return written
      if (kind === 'TIME') return date.toLocaleTimeString(undefined, { timeStyle: 'short' })
      const dateStyle = ({ SHORT: 'medium', LONG: 'full' } as const)[style.toUpperCase() as 'SHORT'] ?? 'short'
      return date.toLocaleDateString(undefined, { dateStyle })
    },
  )
}
