import { markdownWords } from '../../src/lib/markdown-words.ts'
import { escapeText } from './disarm.ts'

/** What notifications and screen readers get; `chat.update` refuses more than 4,000 characters. */
const LONGEST = 3000
/** Behind as much of it nothing is shown, however many marks there are in it. */
const READ = 2 * LONGEST

/** A text as a phone's notification shows it: Slack reads no Markdown there, so its words stand without marks. */
export function notificationOf(markdown: string): string {
  const escaped = escapeText(markdownWords(markdown.slice(0, READ)).slice(0, LONGEST))
  // Neither half a character nor half an entity at the end.
  return escaped.length < LONGEST ? escaped : escaped.slice(0, LONGEST).replace(/[\ud800-\udbff]$|&[a-z]*$/, '')
}
