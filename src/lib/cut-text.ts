/**
 * Cuts a block of text into parts of at most `most` UTF-16 units: a code block and a table at their lines, with fence and head
 * of the table repeated, other text behind sentences, else between words, else anywhere but inside a character.
 */
export function* cutText(block: string, most: number): Generator<string> {
  if (block.length <= most) yield block
  // What is as long as a book and one block all the same is not worth more care.
  else if (block.length > 50 * most) for (const slice of slices(block, 25 * most)) yield* cutText(slice, most)
  else yield* cutBlock(block, most)
}

function cutBlock(block: string, most: number): string[] {
  const lines = block.split('\n')
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(block)?.[1]
  if (fence) {
    const isClosed = lines.at(-1)!.trim() === fence
    const room = most - lines[0]!.length - fence.length - 2
    if (room < most / 2) return cutLines(lines, most)
    const code = lines.slice(1, isClosed ? -1 : undefined)
    return cutLines(code, room).map((part) => `${lines[0]}\n${part}\n${fence}`)
  }
  if (lines.length > 2 && /^\s*\|/.test(block)) {
    const head = lines.slice(0, /^[\s|:-]+$/.test(lines[1]!) ? 2 : 1)
    const room = most - head.join('\n').length - 1
    if (room < most / 2) return cutLines(lines, most)
    return cutLines(lines.slice(head.length), room).map((part) => [...head, part].join('\n'))
  }
  return packed(
    lines.flatMap((line) => [...sentencesOf(line), '\n']),
    most,
  )
}

function cutLines(lines: readonly string[], most: number): string[] {
  return packed(
    lines.flatMap((line) => [line, '\n']),
    most,
  )
}

/** Puts pieces together as long as they fit. */
function packed(pieces: readonly string[], most: number): string[] {
  const parts: string[] = []
  let part = ''
  const end = () => {
    const text = part.replace(/^\n+|\s+$/g, '')
    if (text !== '') parts.push(text)
    part = ''
  }
  for (const piece of pieces.flatMap((piece) => [...slices(piece, most)])) {
    if (part.length + piece.length > most) end()
    part += piece
  }
  end()
  return parts
}

/** Sentences with the white space behind them. A point ends one only before a space: 1.5 and example.com stay whole. */
function sentencesOf(line: string): string[] {
  return (
    line.match(/.*?(?:[。．！？!?…]+[」』）)"'”’\]]*\s*|\.["'”’)\]]*\s+|$)/gsu)?.filter((piece) => piece !== '') ?? []
  )
}

/** A text in slices, cut between lines or words if there are any, and never inside a character. */
function* slices(text: string, most: number): Generator<string> {
  const half = Math.floor(most / 2)
  let at = 0
  while (text.length - at > most) {
    const tail = text.slice(at + half, at + most)
    const gap = Math.max(tail.lastIndexOf('\n'), tail.lastIndexOf(' '))
    const splitsPair = gap < 0 && /[\uD800-\uDBFF]$/.test(tail)
    const end = gap >= 0 ? at + half + gap + 1 : at + most - (splitsPair ? 1 : 0)
    yield text.slice(at, end)
    at = end
  }
  yield text.slice(at)
}
