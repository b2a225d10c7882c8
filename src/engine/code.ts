/** A stretch of text; `code`: what stands in it is meant literally. */
export interface Stretch {
  text: string
  code: boolean
}

/** Tells code from the rest of a text that arrives in pieces: however it is cut, the same characters are code. */
export interface CodeFinder {
  push(chunk: string): Stretch[]
  /** What was held back until it is known what it is. */
  end(): Stretch[]
}

/** In UTF-16 units. A backtick without its partner is waited on for so long, or to the end of its line. */
const maxSpan = 200
/** What must be known of a line to tell whether it opens or closes a fence. */
const maxLine = 120
/** Quotes, bullets and numbers may stand before a fence. */
const fencePrefix = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*$/

export function createMarkdownCode(): CodeFinder {
  const found = createStretches()
  /** The current line, as far as it matters; while a span is held, up to the span. */
  let line = ''
  let isEscaped = false
  let fence: { char: string; length: number } | undefined
  /** From the backticks that may begin a span; empty: none. */
  let held = ''
  /** Of those backticks; 0 while they are still coming. */
  let open = 0
  /** The backticks that `held` ends in. */
  let run = 0

  function step(char: string): void {
    if (fence) {
      found.add(char, true)
      if (char === '\n') endLine()
      else note(char)
    } else if (held !== '') {
      stepHeld(char)
    } else if (char === '`' && !isEscaped) {
      held = char
      open = 0
      run = 1
    } else {
      found.add(char, false)
      isEscaped = char === '\\' && !isEscaped
      if (char === '\n') endLine()
      else note(char)
    }
  }

  function stepHeld(char: string): void {
    if (char === '`') {
      held += char
      run++
      return
    }
    if (open === 0) open = run
    else if (run === open) {
      closeSpan()
      return step(char)
    }
    run = 0
    if (char === '\n' && opensFence()) {
      openFence(char)
    } else if (char === '\n' || held.length >= maxSpan) {
      abandon(char)
    } else {
      held += char
    }
  }

  function closeSpan(): void {
    found.add(held, true)
    note(held)
    held = ''
  }

  function opensFence(): boolean {
    return open >= 3 && fencePrefix.test(line) && !held.includes('`', open)
  }

  function openFence(lineBreak: string): void {
    found.add(held + lineBreak, true)
    fence = { char: '`', length: open }
    held = ''
    line = ''
  }

  /** The backticks began nothing, but others behind them may. */
  function abandon(char: string): void {
    const rest = held.slice(open) + char
    found.add(held.slice(0, open), false)
    note(held.slice(0, open))
    held = ''
    for (let at = 0; at < rest.length; at++) step(rest[at]!)
  }

  function note(text: string): void {
    if (line.length < maxLine) line += text.slice(0, maxLine)
  }

  function endLine(): void {
    const marker = /([`~])\1{2,}[ \t\r]*$/.exec(line)
    if (fence) {
      const closes = marker && marker[1] === fence.char && marker[0].trimEnd().length >= fence.length
      if (closes && /^[ \t>]*$/.test(line.slice(0, marker.index))) fence = undefined
    } else {
      const tildes = /~{3,}/.exec(line)
      if (tildes && fencePrefix.test(line.slice(0, tildes.index))) fence = { char: '~', length: tildes[0].length }
    }
    line = ''
  }

  return {
    push(chunk) {
      for (let at = 0; at < chunk.length; at++) step(chunk[at]!)
      return found.take()
    },
    end() {
      while (held !== '') {
        if (open === 0) open = run
        else if (run === open) {
          closeSpan()
          break
        }
        if (opensFence()) openFence('')
        else abandon('')
      }
      return found.take()
    },
  }
}

/** `code` and `pre` elements. */
export function createHtmlCode(): CodeFinder {
  const found = createStretches()
  let element: string | undefined
  let tail = ''
  return {
    push(chunk) {
      for (let at = 0; at < chunk.length; at++) {
        const char = chunk[at]!
        found.add(char, element !== undefined)
        tail = (tail + char.toLowerCase()).slice(-'</code>'.length)
        if (element !== undefined) {
          if (char === '>' && tail.endsWith(`</${element}>`)) element = undefined
        } else if (char === '>' || /\s/.test(char)) {
          element = /<(code|pre).$/s.exec(tail)?.[1]
        }
      }
      return found.take()
    },
    end: () => found.take(),
  }
}

function createStretches() {
  let stretches: Stretch[] = []
  return {
    add(text: string, code: boolean): void {
      const last = stretches.at(-1)
      if (last?.code === code) last.text += text
      else if (text !== '') stretches.push({ text, code })
    },
    take(): Stretch[] {
      const taken = stretches
      stretches = []
      return taken
    },
  }
}
