import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getDocumentProxy } from 'unpdf'
import { type Readable, readable } from './readable.ts'
import { BadFile } from './unreadable.ts'

interface Line {
  text: string
  /** Of its base line, upwards, and of its letters, in points. */
  y: number
  height: number
}

/** Pages beyond are not read: it would take too long. */
const maxPages = 2000

/** The text of a PDF, a heading `p. 3` above what each page says. Throws `BadFile`. */
export async function pdfToText(bytes: Uint8Array): Promise<Readable> {
  const pdf = await open(bytes)
  const pages: string[] = []
  let broken = 0
  const last = Math.min(pdf.numPages, maxPages)
  for (let n = 1; n <= last; n++) {
    try {
      const page = await pdf.getPage(n)
      const { items } = await page.getTextContent()
      const text = paragraphs(linesOf(items as Item[]))
      if (text !== '') pages.push(pdf.numPages === 1 ? text : `# p. ${n}\n\n${text}`)
      page.cleanup()
    } catch {
      broken++
    }
  }
  if (pages.length === 0) throw new BadFile(broken > 0 ? 'broken' : 'no_text')
  const leftOut = [
    ...(broken > 0 ? [`${broken} damaged pages`] : []),
    ...(pdf.numPages > last ? [`the pages behind p. ${last}`] : []),
  ]
  return readable(pages.join('\n\n'), leftOut)
}

async function open(bytes: Uint8Array) {
  try {
    // A copy, because the reader keeps what it is given.
    return await getDocumentProxy(new Uint8Array(bytes), {
      verbosity: 0,
      cMapPacked: true,
      ...(characterMaps && { cMapUrl: characterMaps }),
    })
  } catch (error) {
    throw new BadFile((error as Error).name === 'PasswordException' ? 'encrypted' : 'broken')
  }
}

/** Where the encodings of Chinese, Japanese and Korean fonts are: beside the built code, else in a developer's packages. */
function findCharacterMaps(): string | undefined {
  const built = join(import.meta.dirname, '../../../cmaps/')
  if (existsSync(built)) return built
  try {
    return fileURLToPath(new URL('./cmaps/', import.meta.resolve('pdfjs-dist/package.json')))
  } catch {
    return undefined
  }
}
const characterMaps = findCharacterMaps()

interface Item {
  str?: string
  hasEOL?: boolean
  height?: number
  transform?: number[]
}

function linesOf(items: readonly Item[]): Line[] {
  const lines: Line[] = []
  let text = ''
  let y = 0
  let height = 0
  const end = () => {
    if (text.trim() !== '') lines.push({ text: text.trim(), y, height })
    text = ''
    height = 0
  }
  for (const { str = '', hasEOL, height: tall = 0, transform } of items) {
    if (text === '') y = transform?.[5] ?? 0
    text += str
    height = Math.max(height, tall)
    if (hasEOL) end()
  }
  end()
  return lines
}

/** Lines that follow each other closely are one paragraph. */
function paragraphs(lines: readonly Line[]): string {
  let text = ''
  for (const [i, line] of lines.entries()) {
    const before = lines[i - 1]
    if (before) text += follows(before, line) ? '' : '\n\n'
    text = before && follows(before, line) ? joined(text, line.text) : text + line.text
  }
  return text
}

function follows(before: Line, line: Line): boolean {
  const gap = before.y - line.y
  const tall = Math.max(before.height, line.height, 1)
  return gap >= 0 && gap < tall * 1.8
}

const unspacedEnd = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}、。，．]$/u
const unspacedStart = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}、。，．]/u

function joined(text: string, line: string): string {
  if (/\p{L}-$/u.test(text) && /^\p{Ll}/u.test(line)) return text.slice(0, -1) + line
  return unspacedEnd.test(text) && unspacedStart.test(line) ? text + line : `${text} ${line}`
}
