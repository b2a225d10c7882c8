import { cutText } from '../../lib/cut-text.ts'
import { byScript, gramsOf, normalise } from '../../lib/normalise.ts'
import type { AgentSettings } from '../../model/agent.ts'
import type { Hit } from '../../model/knowledge.ts'
import { disarmed, linesOf } from '../quotation.ts'

/** Of an excerpt, in UTF-16 units: a line or two below an answer. */
const maxExcerpt = 160

/** The words that a text is compared by, of every script. */
export function wordsIn(text: string): Set<string> {
  const { words, runs } = byScript(normalise(text))
  return new Set([...words, ...runs.flatMap(gramsOf)])
}

/**
 * The sentence, line or row of a passage that holds most of the question's words, as plain words on one line: the first of
 * equals, cut where it is long. Empty where the passage says nothing in words.
 */
export function excerptOf(text: string, question: string): string {
  const asked = wordsIn(question)
  let best = ''
  let most = -1
  for (const sentence of sentencesOf(text)) {
    const held = wordsIn(sentence)
    let shared = 0
    for (const word of asked) if (held.has(word)) shared++
    if (shared <= most) continue
    best = sentence
    most = shared
  }
  const [head = '', ...rest] = cutText(best, maxExcerpt)
  return rest.length > 0 ? `${head.trim()} …` : head.trim()
}

/** Without the marks of Markdown, and without what a reader or a directive could take for more than words. */
function sentencesOf(text: string): string[] {
  const lines = linesOf(text).filter((line) => !/^[\s|:-]*$/.test(line) && !/^\s*(```|~~~)/.test(line))
  return lines
    .map((line) => line.replace(/^\s*(#{1,6}|[-*+•]|>|\d{1,9}[.)])\s+/, ''))
    .map((line) => line.replace(/^\s*\||\|\s*$/g, '').replace(/\s*\|\s*/g, ', '))
    .map((line) => line.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*_`~[\]<>\\]/g, ''))
    .flatMap((line) => line.split(/(?<=[.!?])\s+|(?<=[。！？])/))
    .map((sentence) => disarmed(sentence.replace(/\s+/g, ' ').trim()))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
}

/** Where people can read a passage's source, at its page where the passage is of one; undefined where its author has told no place. */
export function linkOf(
  { knowledge }: AgentSettings,
  { source, title }: Pick<Hit, 'source' | 'title'>,
): string | undefined {
  const { links = {} } = knowledge ?? {}
  const url = Object.hasOwn(links, source) ? new URL(links[source]!) : undefined
  const page = /^p\. (\d+)$/.exec(title)?.[1]
  // As browsers open a PDF: https://www.rfc-editor.org/rfc/rfc8118#section-3
  if (url && page !== undefined && url.hash === '') url.hash = `page=${page}`
  return url?.href
}
