import { setImmediate } from 'node:timers/promises'

/**
 * In UTF-16 units. The encoder's time grows with the square of a word's length, and a text may be one long word: slices
 * bound it. What a cut splits may count as two, so the count is never low, and right for text with spaces in it.
 */
const sliceLength = 250

/** Slices counted before others get a turn: some milliseconds. */
const slicesInARow = 50

/** Twice what English needs. Only runs of spaces, of one letter or the like hold more; they are slow to count. */
const maxCharactersPerToken = 8

/** Tokens of o200k, the encoding of today's OpenAI models. */
export async function countTokens(text: string): Promise<number> {
  return countUpTo(text, Number.POSITIVE_INFINITY)
}

/**
 * Whether `text` is longer than `max` tokens: told at once for most texts, and within 50 ms of work for any, because
 * one of more than eight characters for each token allowed is too long whatever it says.
 */
export async function exceedsTokens(text: string, max: number): Promise<boolean> {
  if (mostTokens(text) <= max) return false
  return (await tokensUpTo(text, max)) > max
}

/** As `countTokens`, but not far beyond `max`: more than that for any text which is too long. */
export async function tokensUpTo(text: string, max: number): Promise<number> {
  return text.length > max * maxCharactersPerToken ? max + 1 : countUpTo(text, max)
}

/** Told without counting: a token is at least one byte of UTF-8. */
export function mostTokens(text: string): number {
  return Buffer.byteLength(text)
}

/** Gives up once the count is beyond `max`. */
async function countUpTo(text: string, max: number): Promise<number> {
  const count = await loadEncoder()
  let tokens = 0
  let slices = 0
  for (let start = 0; start < text.length && tokens <= max; ) {
    if (++slices % slicesInARow === 0) await setImmediate()
    const end = cutAfter(text, start)
    tokens += count(text.slice(start, end))
    start = end
  }
  return tokens
}

/** Before the last space, which belongs to the word behind it; in a text without spaces, between two characters. */
function cutAfter(text: string, start: number): number {
  const end = start + sliceLength
  if (end >= text.length) return text.length
  const space = text.lastIndexOf(' ', end)
  if (space > start) return space
  const splitsPair = /[\uDC00-\uDFFF]/.test(text[end]!) && /[\uD800-\uDBFF]/.test(text[end - 1]!)
  return splitsPair ? end - 1 : end
}

let encoder: Promise<(text: string) => number> | undefined

/** With the first text that has to be counted: the encoding takes 150 ms to load and 70 MB to hold. */
function loadEncoder(): Promise<(text: string) => number> {
  encoder ??= import('gpt-tokenizer/encoding/o200k_base').then(({ countTokens: count, setMergeCacheSize }) => {
    // It would keep 100,000 of the words it has seen, however long.
    setMergeCacheSize(0)
    // `<|endoftext|>` and its like are ordinary text here; by default they are refused.
    const options = { disallowedSpecial: new Set<string>() }
    return (text) => count(text, options)
  })
  return encoder
}
