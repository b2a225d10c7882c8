import { findRegex } from '../../engine/scenario/regex.ts'

/**
 * A short text in which a regular expression is found, for expressions of letters, classes, groups, alternatives and repetitions.
 * Undefined for one that is harder; what is returned has been tried.
 */
export function sampleOf(source: string): string | undefined {
  let at = 0
  const peek = () => source[at]
  const eat = (text: string) => {
    const found = source.startsWith(text, at)
    if (found) at += text.length
    return found
  }

  function alternatives(): string {
    const first = sequence()
    while (eat('|')) sequence()
    return first
  }

  function sequence(): string {
    let text = ''
    while (at < source.length && peek() !== '|' && peek() !== ')') text += repeated()
    return text
  }

  /** As often as it must be there. */
  function repeated(): string {
    const one = atom()
    let times = 1
    for (let next = quantifier(); next !== undefined; next = quantifier()) times = next
    return one.repeat(times)
  }

  function quantifier(): number | undefined {
    const [all = '', least] = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/.exec(source.slice(at)) ?? []
    at += all.length
    if (all === '') return undefined
    return least === undefined ? Number(all.startsWith('+')) : Number(least)
  }

  function atom(): string {
    if (eat('(')) {
      const flags = /^\?[a-zA-Z]*[:)]|^\?P?<\w+>/.exec(source.slice(at))?.[0] ?? ''
      at += flags.length
      if (flags.endsWith(')')) return ''
      const text = alternatives()
      at++
      return text
    }
    if (eat('[')) return oneOf()
    if (eat('^') || eat('$')) return ''
    if (eat('.')) return 'x'
    if (eat('\\')) return escaped()
    const [character = ''] = source.slice(at)
    at += character.length
    return character
  }

  function escaped(): string {
    const letter = source[at++] ?? ''
    if (letter === 'p' || letter === 'P') {
      const [name = ''] = /^(?:\{\^?\w+\}|\w)/.exec(source.slice(at)) ?? []
      at += name.length
      return fitting(`\\${letter}${name}`, common)
    }
    const known = classes[letter]
    if (known !== undefined) return known
    if (/[A-Za-z0-9]/.test(letter)) throw new Unknown()
    return letter
  }

  /** A character of a class like `[a-z0-9_]`. */
  function oneOf(): string {
    // A bracket that stands first is one of them.
    const [inside = ''] = /^\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*/su.exec(source.slice(at)) ?? []
    at += inside.length + 1
    return fitting(`[${inside}]`, inside.startsWith('^') ? common : [...inside, ...common])
  }

  function fitting(oneCharacter: string, candidates: readonly string[]): string {
    const found = candidates.find((candidate) => findRegex(`^${oneCharacter}$`, candidate))
    if (found === undefined) throw new Unknown()
    return found
  }

  try {
    const text = alternatives()
    return text.trim() !== '' && findRegex(source, text) ? text : undefined
  } catch (error) {
    if (error instanceof Unknown) return undefined
    throw error
  }
}

class Unknown extends Error {}

/** Of most that people write. */
const common = ['a', 'A', '1', 'あ', 'ア', '漢', '한', 'é', 'я', ' ', '.', '-', '😀']

/** One of each. */
const classes: Record<string, string> = {
  d: '1',
  w: 'a',
  s: ' ',
  D: 'x',
  W: ' ',
  S: 'x',
  b: '',
  B: '',
  A: '',
  z: '',
  t: '\t',
  n: '\n',
}
