import { gaussian } from '../support/random.ts'
import type { VirtualClock } from '../support/virtual-clock.ts'

/** Those who write in one place in each workspace; about as many as a channel or a few threads have. */
const inChannel = 20
/** Lengths of answers, in pieces of text. With σ the mean is 300, which take 6 s. */
const medianTokens = 250
const sigma = 0.6
/** Until the first word of the model, in the mean. */
const meanThinkMs = 700
/** What an answer takes while nobody waits for anybody. */
export const meanAnswerMs = 6000 + meanThinkMs

export interface Message {
  person: number
  workspace: number
  channel: number
  /** Of its answer. */
  tokens: number
  thinkMs: number
  writtenAt: number
}

export interface Crowd {
  people: number
  workspaces: number
  /** `uneven`: log-normal (σ = 1); the largest of 10,000 has some 25 times as many people as the mean. */
  sizes: 'even' | 'uneven'
  /** Answers that are under way at a time, as far as nobody waits. */
  streams: number
  /** How long they write, in virtual time. */
  seconds: number
}

/** People write when they like, all of them as often, whether they were answered or not. `ended` once they have written enough. */
export function letWrite(
  { people, streams, seconds, ...houses }: Crowd,
  { clock, random, receive }: { clock: VirtualClock; random: () => number; receive: (message: Message) => void },
): { ended: () => boolean } {
  const { workspaces, channels } = placesOf({ people, ...houses }, random)
  const end = clock.time + seconds * 1000
  const gapMs = meanAnswerMs / streams
  let due = clock.time
  let isOver = false

  function write(): void {
    for (; due <= clock.time; due += gapMs * -Math.log(1 - random())) {
      const person = Math.floor(random() * people)
      receive({
        person,
        workspace: workspaces[person]!,
        channel: channels[person]!,
        tokens: Math.max(1, Math.round(medianTokens * Math.exp(sigma * gaussian(random)))),
        thinkMs: Math.round(-Math.log(1 - random()) * meanThinkMs),
        writtenAt: clock.time,
      })
    }
    if (due < end) clock.at(Math.ceil(due), write)
    else isOver = true
  }

  clock.at(due, write)
  return { ended: () => isOver }
}

/** The workspace and the channel of each person. */
function placesOf({ people, workspaces, sizes }: Pick<Crowd, 'people' | 'workspaces' | 'sizes'>, random: () => number) {
  const weights = Array.from({ length: workspaces }, () => (sizes === 'even' ? 1 : Math.exp(gaussian(random))))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const found = { workspaces: new Uint32Array(people), channels: new Uint32Array(people) }
  let person = 0
  let due = 0
  for (const [workspace, weight] of weights.entries()) {
    due += (weight / total) * people
    for (let n = 0; person < Math.round(due); n++, person++) {
      found.workspaces[person] = workspace
      found.channels[person] = Math.floor(n / inChannel)
    }
  }
  return found
}
