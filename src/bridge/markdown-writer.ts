/** Goes around a stretch of text on one line. `hugs`: Markdown knows it by what stands right before and behind it. */
export interface Marker {
  open: string
  close: string
  hugs: boolean
}

/** Goes before each line of a block: a quote's `> `, a list item's `- ` and the indent that follows it. */
export interface Container {
  first: string
  rest: string
}

/** What keeps an emphasis apart from a letter that would undo it; it is no wider than need be. */
const hair = '\u200a'

export type MarkdownWriter = ReturnType<typeof createMarkdownWriter>

/** Writes Markdown to the end only: what stands in `text` stays, and may be shown while the rest is written. */
export function createMarkdownWriter() {
  let out = ''
  /** What is to come before the next thing that can be seen: line breaks, else this white space. */
  let gap: 0 | 1 | 2 = 0
  let isHard = false
  let space = ''
  /** Of the line so far, without its prefix: its beginning, its end, and whether an address is being written. */
  let line = ''
  let previous = ''
  let tail = ''
  let isAddress = false
  /** Those around the text that comes next; the first `opened` of them have been written. */
  let markers: Marker[] = []
  let opened = 0
  /** The character before an emphasis that was just closed. */
  let hugged: string | undefined
  const containers: (Container & { used: boolean })[] = []
  /** Of a table: it takes the place of `out`. */
  let cell: string | undefined
  let around: { markers: Marker[]; gap: 0 | 1 | 2; isHard: boolean; space: string }
  /** The line of code that may yet look like the end of its fence, and the line breaks before it. */
  let codeLine = ''
  let codeBreaks = 0

  function put(text: string): void {
    if (cell === undefined) out += text
    else cell += text
    previous = [...text.slice(-2)].at(-1)!
    if (line.length < 12) line += text
  }

  function newLine(breaks: string): void {
    out += breaks
    line = ''
    previous = ''
  }

  function prefix(): string {
    return containers
      .map((container) => {
        const text = container.used ? container.rest : container.first
        container.used = true
        return text
      })
      .join('')
  }

  /** Makes way for something that begins with `next`. */
  function begin(next: string): void {
    if (cell !== undefined) {
      if ((gap || space) && cell !== '') put(' ')
    } else if (out === '' || gap > 0) {
      closeMarkers()
      const used = containers.findIndex((container) => !container.used)
      const blank = containers.slice(0, used < 0 ? undefined : used).map(({ rest }) => rest)
      const breaks = gap === 2 ? `\n${blank.join('').trimEnd()}\n` : isHard ? '  \n' : '\n'
      newLine((out === '' ? '' : breaks) + prefix())
    } else if (space.includes('\n')) {
      newLine(space)
    } else if (space) {
      put(space)
    }
    if (gap || space) {
      tail = ''
      isAddress = false
      hugged = undefined
    }
    gap = 0
    isHard = false
    space = ''
    const opens = markers.slice(opened)
    const hugging = opens.find(({ hugs }) => !hugs)?.open ?? next
    if (hugged !== undefined && (opens.some(({ hugs }) => hugs) || (isMark(hugged) && isLetter(next)))) put(hair)
    else if (opens[0]?.hugs && isLetter(previous) && isMark(hugging[0]!)) put(hair)
    hugged = undefined
    for (const marker of opens) put(marker.open)
    opened = markers.length
  }

  function closeMarkers(): void {
    while (opened > 0) put(markers[--opened]!.close)
    hugged = undefined
  }

  function character(char: string): void {
    begin(char)
    put(escaped(char))
    tail = (tail + char).slice(-8)
    if (char === '/' && /https?:\/\/$/i.test(tail)) isAddress = true
    else if (/[<>"\u3000-\u303f\uff00-\uff65]/.test(char)) isAddress = false
  }

  /** A character as Markdown shows it as it is. */
  function escaped(char: string): string {
    if (char === '|' && cell !== undefined) return '\\|'
    if (isAddress) return char
    if ('\\`*~<'.includes(char)) return `\\${char}`
    if (char === '_') return isLetter(previous) ? char : '\\_'
    if ('(:'.includes(char) && previous === ']') return `\\${char}`
    if (cell === undefined && line === '' && '#>-+=|'.includes(char)) return `\\${char}`
    if ('.)'.includes(char) && cell === undefined && line.length < 10 && /^\d+$/.test(line)) return `\\${char}`
    return char
  }

  const writer = {
    get text() {
      return out
    },
    /** Text to be shown as it is; runs of white space are one. */
    words(text: string): void {
      for (const char of text) {
        if (!/[ \t\r\n\f]/.test(char)) character(char)
        else if (space === '') space = ' '
      }
    },
    /** Markdown of its own, with its white space. Only outside of everything. */
    raw(text: string): void {
      for (const char of text) {
        if (/\s/.test(char)) {
          space += char
        } else {
          begin(char)
          put(char)
        }
      }
    },
    /** Markdown that stands on one line. */
    literal(markdown: string): void {
      begin(markdown[0]!)
      put(markdown)
    },
    /** What comes next begins on a line of its own; 2: behind an empty one. What begins a container needs none. */
    block(lines: 1 | 2): void {
      if (containers.at(-1)?.used !== false && lines > gap) gap = lines
    },
    /** The next item of a list, however much room the one before it wanted. */
    item(): void {
      gap = 1
    },
    lineBreak(): void {
      isHard = gap === 0
      gap = gap === 0 ? 1 : 2
    },
    open(marker: Marker): void {
      markers.push(marker)
    },
    close(): void {
      if (opened === markers.length) {
        const { close, hugs } = markers[opened - 1]!
        opened--
        const before = hugged ?? previous
        put(close)
        hugged = hugs ? before : undefined
      }
      markers.pop()
    },
    enter(container: Container): void {
      containers.push({ ...container, used: false })
    },
    leave(): void {
      containers.pop()
    },
    openCell(): void {
      if (cell === undefined) closeMarkers()
      around = { markers, gap, isHard, space }
      markers = []
      opened = 0
      cell = ''
      gap = 0
      space = ''
    },
    closeCell(): string {
      const text = cell!
      cell = undefined
      ;({ markers, gap, isHard, space } = around)
      hugged = undefined
      return text
    },
    openFence(info: string): void {
      writer.block(2)
      begin('`')
      put(`\`\`\`${info}`)
      codeLine = ''
      codeBreaks = 1
    },
    code(text: string): void {
      for (const char of text.replaceAll('\r', '')) {
        if (char === '\n') {
          endCodeLine()
          codeBreaks++
          continue
        }
        for (; codeBreaks > 0; codeBreaks--) newLine(`\n${prefix()}`)
        // A line of backticks would end the fence.
        if (line !== '') put(char)
        else if (/^ {0,3}`{3}$/.test(codeLine + char)) put(`    ${codeLine.trimStart()}${char}`)
        else if (/^ {0,3}`{0,2}$/.test(codeLine + char)) codeLine += char
        else put(codeLine + char)
        if (line !== '') codeLine = ''
      }
    },
    closeFence(): void {
      endCodeLine()
      newLine(`\n${prefix()}\`\`\``)
      gap = 2
    },
  }

  function endCodeLine(): void {
    if (codeLine !== '') put(codeLine)
    codeLine = ''
  }

  return writer
}

function isMark(char: string): boolean {
  return /[\p{P}\p{S}]/u.test(char)
}

function isLetter(char: string): boolean {
  return char !== '' && !/[\s\p{P}\p{S}]/u.test(char)
}
