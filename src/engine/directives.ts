import { createHtmlCode, createMarkdownCode, type Stretch } from './code.ts'
import { createOutput } from './directive-output.ts'

/**
 * Directives in prompts, fixed replies and what the model writes:
 *
 *     #{key}           the user's state; missing: nothing
 *     #{key:value}     written to the state, removed from the text      (model only)
 *     @{option:text}   becomes a quick reply, removed from the text     (model only)
 *
 * Keys are trimmed, hold 1 to 100 characters and none of `:{}`; values and options are trimmed and hold anything but `}`,
 * save that a `#{key}` inside them is read. A directive stays on its line and is at most 1,000 characters long; whatever
 * does not fit this is plain text. What comes out of the state is never read as a directive. `\\#{` and `\\@{` are `#{` and `@{`
 * and begin nothing.
 */
const maxKey = 100
const maxDirective = 1000
const optionOpener = '@{option:'
const readPattern = new RegExp(`\\\\?#\\{([^:{}\\r\\n]{1,${maxKey}})\\}`, 'g')

type TemplateValues = Readonly<Record<string, string>>

/** The keys whose values are filled into a template. */
export function keysIn(template: string): string[] {
  const reads = [...template.matchAll(readPattern)].filter(([whole]) => !whole.startsWith('\\'))
  return reads.map(([, key]) => key!.trim()).filter((key) => key !== '')
}

/** Fills in every `#{key}`; leaves `#{key:value}` and `@{option:text}` alone. */
export function substitute(template: string, state: TemplateValues): string {
  return substituteWith(template, state, (value) => value)
}

/** The same, with each value as `show` has it; it is told the characters on both sides of its place, empty where there is none, and the key. */
export function substituteWith(
  template: string,
  state: TemplateValues,
  show: (value: string, before: string, after: string, key: string) => string,
): string {
  return template.replace(readPattern, (whole, key: string, at: number) => {
    if (whole.startsWith('\\')) return whole.slice(1)
    if (key.trim() === '') return whole
    const name = key.trim()
    return show(lookUp(state, name), template.charAt(at - 1), template.charAt(at + whole.length), name)
  })
}

export interface DirectiveReader {
  /** Returns the text that may be shown now: only ever to be appended to what was returned before. */
  push(chunk: string): string
  /**
   * The rest of the text and what the whole answer asked for. Options are distinct, in their order. `broken`: the text has no
   * end of its own, and half a directive that it breaks off in is no text.
   */
  end(how?: { broken: boolean }): { text: string; options: string[]; set: Record<string, string> }
  /** Of a key that is set: the keys whose values were filled into what it is set to. */
  sourcesOf(key: string): readonly string[]
}

export interface ReaderOptions {
  /** Whose code is left as it is: no directive begins in it. */
  literalCode?: keyof typeof codeFinders
  /** Whether a key is one that is meant: any other `#{…}` is text, and stays as it is. Without it all are. */
  knows?(key: string): boolean
  /** Whether a value may be written. What may not is taken out of the text as well, and changes nothing. */
  accepts?(key: string, value: string): boolean
}

/** Whose code is left as it is: Ruby writes `"#{name}"`. */
const codeFinders = { markdown: createMarkdownCode, html: createHtmlCode }

/**
 * Reads the model's answer as it arrives. However it is cut into chunks, the same text comes out. A `#{key}` sees what the
 * answer has written before. A line that held nothing but removed directives goes with its line break, and so does the
 * white space that they leave at the end of a line or of the answer.
 */
export function createDirectiveReader(state: TemplateValues, options: ReaderOptions = {}): DirectiveReader {
  const { literalCode, knows = () => true, accepts = () => true } = options
  const code = literalCode && codeFinders[literalCode]()
  const written = new Map<string, string>()
  const sources = new Map<string, ReadonlySet<string>>()
  const replies = new Set<string>()
  const output = createOutput()

  /** A directive that may be beginning: raw text, save that inner reads are filled in. Empty: none. */
  let held = ''
  let phase: 'opener' | 'key' | 'value' = 'opener'
  /** Where the value begins in `held`, and the raw text after the last filled-in read: only there may a directive begin. */
  let valueAt = 0
  let rawFrom = 0
  /** The last `#{` inside the value, -1 if none: it may become a read. */
  let inner = -1
  let rawLength = 0
  /** The keys that were filled into it. */
  let filled = new Set<string>()

  const read = (key: string) => written.get(key) ?? lookUp(state, key)

  function scan(text: string): void {
    let at = 0
    while (at < text.length) {
      if (held === '') {
        const opener = nextOpener(text, at)
        output.write(text.slice(at, opener))
        at = opener
        if (at < text.length) open(text[at++]!)
      } else {
        feed(text[at++]!)
      }
    }
  }

  /** A directive that began before may go on: an option may be about code. */
  function scanCode(text: string): void {
    let at = 0
    while (at < text.length) {
      if (phase !== 'value') abandon(held.length)
      if (held === '') break
      feed(text[at++]!)
    }
    output.write(text.slice(at))
  }

  function open(char: string): void {
    held = char
    phase = 'opener'
    rawFrom = 0
    inner = -1
    rawLength = 1
    filled = new Set()
  }

  function feed(char: string): void {
    rawLength++
    if (phase === 'opener') feedOpener(char)
    else if (phase === 'key') feedKey(char)
    else feedValue(char)
  }

  function feedOpener(char: string): void {
    const next = held + char
    if (held.startsWith('\\')) {
      feedEscape(next, char)
      return
    }
    if (next !== '#{' && !optionOpener.startsWith(next)) {
      abandon(held.length, char)
      return
    }
    held = next
    if (next === '#{') phase = 'key'
    else if (next === optionOpener) beginValue()
  }

  /** A backslash takes its meaning from an opener, and goes. */
  function feedEscape(next: string, char: string): void {
    if (next === '\\#' || next === '\\@') {
      held = next
    } else if (next === '\\#{' || next === '\\@{') {
      held = ''
      output.write(next.slice(1))
    } else {
      abandon(held.length, char)
    }
  }

  function feedKey(char: string): void {
    const ends = char === ':' || char === '}'
    const key = ends ? held.slice(2).trim() : ''
    if (char === '{') {
      abandon(/[#@]$/.test(held) ? held.length - 1 : held.length, char)
    } else if (char === '\n' || char === '\r' || (ends ? key === '' : held.length === maxKey + 2)) {
      abandon(held.length, char)
    } else if (ends && !knows(key)) {
      abandon(held.length, char)
    } else if (char === '}') {
      held = ''
      output.literal(read(key))
    } else {
      held += char
      if (char === ':') beginValue()
    }
  }

  function feedValue(char: string): void {
    if (char === '\n' || char === '\r') {
      abandon(held.length, char)
    } else if (char === '}') {
      closeBrace()
    } else {
      held += char
      if (char === '{' && held.endsWith('#{') && held.length - 2 >= rawFrom) inner = held.length - 2
      const option = held.length - optionOpener.length
      if (char === ':' && option >= rawFrom && held.endsWith(optionOpener)) abandon(option)
      else if (rawLength > maxDirective) abandon(inner < 0 ? possibleOpener() : inner)
    }
  }

  function beginValue(): void {
    phase = 'value'
    valueAt = held.length
    rawFrom = held.length
  }

  function closeBrace(): void {
    const key = inner < 0 ? '' : held.slice(inner + 2)
    const isRead = key.trim() !== '' && key.length <= maxKey && !/[:{]/.test(key)
    if (isRead && !knows(key.trim())) {
      held += '}'
      rawFrom = held.length
      inner = -1
      return
    }
    if (isRead) {
      for (const source of sources.get(key.trim()) ?? [key.trim()]) filled.add(source)
      held = held.slice(0, inner) + read(key.trim())
      rawFrom = held.length
      inner = -1
      return
    }
    const value = held.slice(valueAt).trim()
    if (held.startsWith('#')) write(held.slice(2, valueAt - 1).trim(), value)
    else if (value !== '') replies.add(value)
    held = ''
    output.removed()
  }

  function write(key: string, value: string): void {
    if (!accepts(key, value)) return
    written.set(key, value)
    sources.set(key, filled)
  }

  /** What is held was no directive: its first `length` characters are text, the rest may begin another one. */
  function abandon(length: number, char = ''): void {
    const rest = held.slice(length) + char
    output.write(held.slice(0, length))
    held = ''
    for (let at = 0; at < rest.length; at++) {
      const next = rest[at]!
      if (held !== '') feed(next)
      else if (next === '#' || next === '@' || next === '\\') open(next)
      else output.write(next)
    }
  }

  /** Where a trailing part of an opener begins in `held`; its length if there is none. */
  function possibleOpener(): number {
    for (let at = Math.max(rawFrom, held.length - optionOpener.length); at < held.length; at++) {
      const tail = held.slice(at)
      if (tail === '#' || optionOpener.startsWith(tail)) return at
    }
    return held.length
  }

  function scanAll(stretches: readonly Stretch[]): void {
    for (const { text, code } of stretches) {
      if (code) scanCode(text)
      else scan(text)
    }
  }

  return {
    push(chunk) {
      if (code) scanAll(code.push(chunk))
      else scan(chunk)
      return output.take()
    },
    end({ broken } = { broken: false }) {
      if (code) scanAll(code.end())
      if (!broken || held.length === 1) output.write(held)
      held = ''
      return { text: output.finish(), options: [...replies], set: Object.fromEntries(written) }
    },
    sourcesOf: (key) => [...(sources.get(key) ?? [])],
  }
}

function nextOpener(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 35 /* # */ || code === 64 /* @ */ || code === 92 /* \ */) return at
  }
  return text.length
}

/** Own keys only: `#{constructor}` is nobody's state. */
function lookUp(state: TemplateValues, key: string): string {
  return Object.hasOwn(state, key) ? state[key]! : ''
}
