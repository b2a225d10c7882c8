import type { Passage } from '../model/knowledge.ts'
import { cutText } from './cut-text.ts'

/** In UTF-16 units: what a passage should hold, and a rest that is too little for one of its own. */
const enough = 400
const most = 800
const tooLittle = 150

/** A heading that is longer is a paragraph that somebody wrote large. */
const maxHeading = 200

interface Section {
  title: string
  /** What stands below its heading, each to be kept together if it can. */
  blocks: string[]
}

/**
 * Cuts a Markdown-like text into pieces that can be found and quoted on their own: no passage goes across a heading, and
 * sentences, rows of tables and lines of code stay whole wherever they are not longer than a passage. Together the passages
 * hold every word of the text, save the words of headings, which are in titles too.
 */
export function* passagesOf(text: string): Generator<Passage> {
  for (const { title, blocks } of sections(text)) {
    for (const piece of filled(blocks)) yield { title, text: piece }
  }
}

function* sections(text: string): Generator<Section> {
  /** The headings above, by rank. */
  let path: { rank: number; heading: string }[] = []
  let section: Section = { title: '', blocks: [] }
  for (const block of blocksOf(text)) {
    const heading = headingOf(block)
    if (!heading) {
      section.blocks.push(block)
      continue
    }
    yield* finished(section, path, heading.rank)
    path = [...path.filter(({ rank }) => rank < heading.rank), heading]
    section = { title: path.map((part) => part.heading).join(' › '), blocks: [] }
  }
  yield* finished(section, path, 0)
}

/** A heading that nothing stands under, not even a lower heading, is itself what there is to find. */
function* finished(section: Section, path: readonly { rank: number; heading: string }[], next: number) {
  const last = path.at(-1)
  if (section.blocks.length > 0) yield section
  else if (last && next <= last.rank) {
    yield {
      title: path
        .slice(0, -1)
        .map(({ heading }) => heading)
        .join(' › '),
      blocks: [last.heading],
    }
  }
}

function headingOf(block: string): { rank: number; heading: string } | undefined {
  if (block.length > maxHeading) return undefined
  const [, marks, heading] = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$/.exec(block) ?? []
  return marks === undefined || !heading ? undefined : { rank: marks.length, heading }
}

/** Headings, paragraphs, whole code fences and whole tables, in their order. */
function* blocksOf(text: string): Generator<string> {
  let lines: string[] = []
  let fence: string | undefined
  const take = function* () {
    const block = lines.join('\n')
    lines = []
    if (block.trim() !== '') yield block
  }
  for (const line of text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== undefined) {
      lines.push(line)
      if (mark?.startsWith(fence) && line.trim() === mark) {
        fence = undefined
        yield* take()
      }
    } else if (mark !== undefined) {
      yield* take()
      fence = mark
      lines.push(line)
    } else if (line.trim() === '') {
      yield* take()
    } else if (headingOf(line)) {
      yield* take()
      yield line
    } else {
      lines.push(line)
    }
  }
  yield* take()
}

/** Blocks put together, or cut, until each piece is about as long as a passage should be. */
function* filled(blocks: readonly string[]): Generator<string> {
  let piece = ''
  for (const block of blocks) {
    for (const part of cutText(block.trim(), most)) {
      const joined = piece === '' ? part : `${piece}\n\n${part}`
      const isRest = part.length < tooLittle && joined.length <= most + tooLittle
      const isFull = joined.length > most || piece.length >= enough
      if (piece === '' || isRest || !isFull) {
        piece = joined
      } else {
        yield piece
        piece = part
      }
    }
  }
  if (piece !== '') yield piece
}
