import { readLines } from './markdown.ts'

type Json = Record<string, unknown>

/**
 * Markdown as the body of a card, whose text knows lists, links and emphasis, but neither code nor headings. What has code in it
 * is therefore made of runs, line by line. It is to have been written for Teams. `look`: of its text.
 */
export function cardText(markdown: string, look: Json = {}): Json[] {
  const elements: Json[] = []
  let words: string[] = []
  let quoted: string[] = []
  let code: string[] | undefined
  const flush = (): void => {
    elements.push(...cardNotes(words, look))
    words = []
    // What is quoted stands in a box: text of a card knows no quotations.
    if (quoted.length > 0)
      elements.push({ type: 'Container', style: 'emphasis', items: cardText(quoted.join('\n'), look) })
    quoted = []
    if (code) elements.push(codeBlock(code.join('\n')))
    code = undefined
  }
  for (const { line, isCode, isFence } of readLines(markdown)) {
    const [, quote] = isCode || isFence ? [] : (/^(?: {0,3}> ?)+(.*)/.exec(line) ?? [])
    if (quote !== undefined) {
      if (words.length > 0) flush()
      quoted.push(quote)
      continue
    }
    if (quoted.length > 0) flush()
    if (isFence) {
      const isOpening = code === undefined
      flush()
      if (isOpening) code = []
    } else if (isCode) code?.push(line)
    else if (line.trim() === '') flush()
    else words.push(line.replace(/^ {0,3}#{1,6} +(.*?)[ #]*$/, '**$1**'))
  }
  flush()
  return elements
}

/** Something short about something else. */
export const cardNote = (text: string, look: Json): Json[] => cardNotes(text.split('\n'), look)

function cardNotes(lines: readonly string[], look: Json): Json[] {
  const text = lines.join('\n').trim()
  if (text === '') return []
  if (!/[`\\]/.test(text)) return [{ type: 'TextBlock', text, wrap: true, ...look }]
  return lines.map((line, n) => {
    const { spacing = 'Small', ...ofRuns } = look
    return {
      type: 'RichTextBlock',
      inlines: runs(line.trimEnd(), ofRuns),
      ...((n > 0 || 'spacing' in look) && { spacing }),
    }
  })
}

const RUNS =
  /(`+)(.+?)\1(?!`)|\*\*(.+?)\*\*|\[([^[\]]+)\]\((https?:\/\/[^\s()]+)\)|\\([!-/:-@[-`{-~])|[^`*\\[]+|[\s\S]/g

/** A line of text with its formatting; what is a name or code is shown as it is. */
function runs(line: string, look: Json): Json[] {
  const found: { text: string; more: Json }[] = []
  for (const parts of line.replace(/^(\s*)[-*+] /, '$1• ').matchAll(RUNS)) {
    const [whole, , code, bold, label, url, escaped] = parts
    if (code !== undefined) found.push({ text: code, more: { fontType: 'Monospace' } })
    else if (bold !== undefined) found.push({ text: bold.replace(/[`\\]/g, ''), more: { weight: 'Bolder' } })
    else if (label !== undefined) found.push({ text: label, more: { selectAction: { type: 'Action.OpenUrl', url } } })
    else {
      const last = found.at(-1)
      const text = escaped ?? whole
      if (last && Object.keys(last.more).length === 0) last.text += text
      else found.push({ text, more: {} })
    }
  }
  return found.map(({ text, more }) => ({ type: 'TextRun', text, ...look, ...more }))
}

/** Clients that know no code show it as text. */
const codeBlock = (code: string): Json => ({
  type: 'CodeBlock',
  codeSnippet: code,
  language: 'PlainText',
  fallback: { type: 'TextBlock', text: code, wrap: true, fontType: 'Monospace' },
})
