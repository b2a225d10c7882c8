import type { Passage } from '../model/knowledge.ts'
import { cutText } from './cut-text.ts'

/** In UTF-16 units: what a passage should hold, and a rest that is too little for one of its own. */
const enough = 400
const most = 800
const tooLittle = 150

/** A heading that is longer is a paragraph that somebody wrote large. */
const maxHeading = 200

/**
 * Cuts a Markdown-like text into pieces that can be found and quoted on their own: no passage goes across a heading, and
 * sentences, rows of tables and lines of code stay whole wherever they are not longer than a passage. Together the passages
 * hold every word of the text, save the words of headings, which are in titles too.
 */
export function* passagesOf(text: string): Generator<Passage> {
  /** The headings above, by rank. */
  let path: { rank: number; heading: string }[] = []
  const titleOf = (headings: typeof path) => headings.map(({ heading }) => heading).join(' › ')
  let title = ''
  let isEmpty = true
  const filling = createFilling()

  /** `next`: the rank of the heading that follows. */
  function* finished(next: number): Generator<Passage> {
    for (const piece of filling.rest()) yield { title, text: piece }
    const last = path.at(-1)
    // A heading that nothing stands under, not even a lower heading, is itself what there is to find.
    if (isEmpty && last && next <= last.rank) yield { title: titleOf(path.slice(0, -1)), text: last.heading }
  }

  for (const block of blocksOf(text)) {
    const heading = headingOf(block)
    if (!heading) {
      isEmpty = false
      for (const piece of filling.add(block)) yield { title, text: piece }
      continue
    }
    yield* finished(heading.rank)
    path = [...path.filter(({ rank }) => rank < heading.rank), heading]
    title = titleOf(path)
    isEmpty = true
  }
  yield* finished(0)
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
  for (const line of linesOf(text)) {
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

/** One after the other: whoever reads a long text lets others have their turn in between. */
function* linesOf(text: string): Generator<string> {
  let from = 0
  for (const { index, 0: end } of text.matchAll(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/g)) {
    yield text.slice(from, index)
    from = index + end.length
  }
  yield text.slice(from)
}

/** Blocks put together, or cut, until each piece is about as long as a passage should be. */
function createFilling() {
  let piece = ''
  return {
    *add(block: string): Generator<string> {
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
    },
    *rest(): Generator<string> {
      if (piece !== '') yield piece
      piece = ''
    },
  }
}
