import { Worker } from 'node:worker_threads'
import { type Parsed, parseYaml } from './parse.ts'

/** A millisecond or few. */
const atOnce = 10_000
const limitMs = 20_000
const resourceLimits = { maxOldGenerationSizeMb: 512 }

let last: Promise<unknown> = Promise.resolve()

/** Of what is long, one text after the other. What takes too long to read, or too much memory, is told as its slip. */
export function parsedApart(text: string): Promise<Parsed> {
  if (text.length <= atOnce) return Promise.resolve(parseYaml(text))
  const result = last.then(() => inThread(text))
  last = result
  return result
}

function inThread(text: string): Promise<Parsed> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const worker = new Worker(new URL(`./worker.${extension}`, import.meta.url), { workerData: text, resourceLimits })
  // A process that ends does not wait for what nobody will ask for.
  worker.unref()
  const { promise, resolve } = Promise.withResolvers<Parsed>()
  const tooMuch = () =>
    resolve({ slips: [{ message: 'is not read: it is too large, or holds too much. Make several of it.' }] })
  const timer = setTimeout(tooMuch, limitMs)
  worker.once('message', resolve)
  worker.once('error', tooMuch)
  worker.once('exit', tooMuch)
  return promise.finally(() => {
    clearTimeout(timer)
    return worker.terminate()
  })
}
