import { type Chance, chanceOf } from './chance.ts'
import { community } from './community.ts'
import { itDesk } from './it-desk.ts'
import { office } from './office.ts'
import { type By, type DemoAgent, fillings, type Topic } from './topic.ts'

export const demoAgents: readonly DemoAgent[] = [itDesk, office, community]

/** One question and its answer. */
export interface DemoTurn {
  agent: DemoAgent
  topic: Topic
  /** Who answers: of what follows a question something else may. */
  by: By
  /** Which part of its scenario. */
  step: number
  person: Person
  conversation: Where
  at: number
  ms: number
  asked: string
  answered: string
  inputTokens: number
  outputTokens: number
  vote?: 'good' | 'bad'
  /** The model's server did not answer; or the place would not have it as it was. */
  trouble?: 'model' | 'plain' | 'given_up'
}

export interface Person {
  platform: 'slack' | 'discord' | 'teams'
  n: number
  name: string
  language: 'en' | 'ja'
}

/** `n`: which of the channels; none: a direct conversation. */
export type Where = { channel: number } | { direct: true }

export const hourMs = 3_600_000
export const hoursOfWeek = 168
const mostPeople = 20_000

/** Busy when people work, on the clock of UTC; a game is played in the evening and at weekends too. */
function busy(hour: number, weekday: number): number {
  const working = hour >= 7 && hour < 18 ? 10 : hour >= 18 && hour < 23 ? 4 : 1
  return weekday === 0 || weekday === 6 ? Math.min(working, 3) : working
}

/**
 * The questions and answers of the week that ends at a time, hour by hour: each hour in the order of time. The same seed and end give the
 * same week.
 */
export function* week({ turns, seed, end }: { turns: number; seed: number; end: number }): Generator<DemoTurn[]> {
  const chance = chanceOf(seed)
  const begin = end - hoursOfWeek * hourMs
  const people = Math.max(30, Math.min(mostPeople, Math.round(turns / 15)))
  const shares = Array.from({ length: hoursOfWeek }, (_, h) => {
    const at = new Date(begin + h * hourMs)
    return busy(at.getUTCHours(), at.getUTCDay())
  })
  const all = shares.reduce((sum, share) => sum + share, 0)
  let made = 0
  let due = 0
  for (let hour = 0; hour < hoursOfWeek; hour++) {
    due += (turns * shares[hour]!) / all
    const upTo = hour === hoursOfWeek - 1 ? turns : Math.round(due)
    const said: DemoTurn[] = []
    const began = begin + hour * hourMs
    while (made < upTo) {
      const talk = conversation(chance, people, began + Math.floor(chance.next() * (hourMs - 600_000)))
      const taken = talk.slice(0, upTo - made)
      made += taken.length
      said.push(...taken)
    }
    yield said.sort((a, b) => a.at - b.at)
  }
}

function conversation(chance: Chance, people: number, begin: number): DemoTurn[] {
  const agent = chance.of(demoAgents)
  const topic = chance.weighed(agent.topics, ({ weight = 10 }) => weight)
  const { language } = topic
  const platform = chance.of(agent.platforms)
  // A few ask often, most now and then.
  const n = Math.floor(chance.next() ** 2 * people)
  const name = fillings[language]['name']![n % fillings[language]['name']!.length]!
  const person: Person = { platform, n, name, language }
  const where: Where = chance.next() < 0.35 ? { direct: true } : { channel: Math.floor(chance.next() ** 2 * 12) }
  const filled = fillerOf(chance, language)
  const common = { agent, topic, person, conversation: where }
  const turns: DemoTurn[] = []
  let at = begin
  const add = (by: By, step: number, asked: string, answered: string) => {
    const turn = turnOf(chance, { ...common, by, step, at, asked: filled(asked), answered: filled(answered) })
    turns.push(turn)
    at += turn.ms + 8000 + Math.floor(chance.next() * 90_000)
  }
  add(topic.by, 0, chance.of(topic.asks), chance.of(topic.says))
  for (const [i, { ask, say }] of (topic.further ?? []).entries()) {
    // Some go away in the middle.
    if (chance.next() < 0.12) return turns
    add('scenario', i + 1, chance.of(ask), say)
  }
  if (topic.by !== 'person' && chance.next() < 0.3) {
    const next = chance.of(agent.topics.filter((one) => one.language === language && one.by === 'model'))
    if (next) add('model', 0, chance.of(next.asks), chance.of(next.says))
  }
  if (turns.at(-1)!.by !== 'nobody' && chance.next() < 0.15) {
    add('model', 0, '{thanks}', '{welcome}')
  }
  return turns
}

/** What stands for `{order}` in a question stands for it in the answer. */
function fillerOf(chance: Chance, language: 'en' | 'ja'): (text: string) => string {
  const chosen = new Map<string, string>()
  return (text) =>
    text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const kept = chosen.get(name) ?? chance.of(fillings[language][name]!)
      chosen.set(name, kept)
      return kept
    })
}

type Said = Omit<DemoTurn, 'ms' | 'inputTokens' | 'outputTokens' | 'vote' | 'trouble'>

function turnOf(chance: Chance, said: Said): DemoTurn {
  const asksModel = said.by === 'model' || said.by === 'tool'
  const broken = asksModel && chance.next() < 0.012
  const opinion = chance.next()
  const vote = votesOn(said.by, opinion)
  const delivery = chance.next()
  const refused = delivery < 0.004 ? 'plain' : delivery < 0.006 ? 'given_up' : undefined
  const trouble = broken ? 'model' : refused
  return {
    ...said,
    ms: asksModel ? 900 + Math.floor(chance.next() ** 2 * 6000) : 2 + Math.floor(chance.next() * 12),
    inputTokens: asksModel && !broken ? 380 + said.asked.length + Math.floor(chance.next() * 700) : 0,
    outputTokens: asksModel && !broken ? 8 + Math.ceil(said.answered.length / 3) : 0,
    ...(broken && { answered: fillings[said.person.language]['sorry']![0]! }),
    ...(vote && !broken && { vote }),
    ...(trouble && { trouble }),
  }
}

/** What nobody could answer is disliked most, what a rule says hardly ever. */
function votesOn(by: By, opinion: number): 'good' | 'bad' | undefined {
  const bad = by === 'nobody' ? 0.12 : by === 'model' ? 0.035 : 0.01
  if (opinion < bad) return 'bad'
  return opinion > 0.93 && by !== 'nobody' ? 'good' : undefined
}
