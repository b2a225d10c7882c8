import { inThread } from '../in-thread.ts'
import { type Parsed, parseYaml } from './parse.ts'

/** A millisecond or few. */
const atOnce = 10_000
const limitMs = 20_000
const resourceLimits = { maxOldGenerationSizeMb: 512 }

let last: Promise<unknown> = Promise.resolve()

/** Of what is long, one text after the other. What takes too long to read, or too much memory, is told as its slip. */
export function parsedApart(text: string): Promise<Parsed> {
  if (text.length <= atOnce) return Promise.resolve(parseYaml(text))
  const result = last.then(() => readApart(text))
  last = result
  return result
}

async function readApart(text: string): Promise<Parsed> {
  const { result, end } = inThread<Parsed>(import.meta.url, text, resourceLimits)
  const timer = setTimeout(end, limitMs)
  try {
    return await result
  } catch {
    return { slips: [{ message: 'is not read: it is too large, or holds too much. Make several of it.' }] }
  } finally {
    clearTimeout(timer)
  }
}
