import { setImmediate } from 'node:timers/promises'
import type { AgentDocument, AgentVersion } from '../../model/agent.ts'
import type { Embeddings } from '../../ports/embeddings.ts'
import { fittedThresholds, type Thresholds, type Trial } from './learned/thresholds.ts'
import { groupsOf, type RuleGroups } from './learned-rules.ts'
import type { Levels } from './levels.ts'
import type { RuleMatch } from './match.ts'
import { scoreOf } from './scale.ts'

/** Recognises the rules of agents by what their phrases mean, where somebody computes meanings. */
export interface RuleMeanings {
  /**
   * The rule whose phrases mean most what was said. Undefined where none is enough like it to be told apart, as long as the version's
   * phrases are being embedded, and where the server does not answer in time. Throws nothing but the signal's reason.
   */
  best(agent: AgentVersion, utterance: string, levels: Levels, signal: AbortSignal): Promise<RuleMatch | undefined>
  /** Resolves when what is being embedded of an agent's version is, or cannot be. */
  settled(agent: AgentVersion): Promise<void>
}

/** A person waits for it, and what they said can be answered without it. */
const patienceMs = 800
/** Phrases sent at once, and how long that may take. */
const perRequest = 100
const requestMs = 30_000
/** After a failure it is tried again so much later, with the next question. */
const restMs = 60_000
/** So many phrases tell how well others like them are recognised. */
const maxTrials = 400
/** With fewer a rule, nothing tells how alike is alike: how near each other texts lie differs from one model to the next. */
const minPhrases = 2

interface Meanings extends RuleGroups {
  /** Of each group, the sum of its phrases' vectors, made one long. */
  centroids: Float32Array[]
  thresholds: Thresholds
}

export function createRuleMeanings({ embeddings, now }: { embeddings: Embeddings; now: () => number }): RuleMeanings {
  /** Versions never change, and their vectors are kept with them. */
  const known = new WeakMap<AgentDocument, { of: Meanings | undefined; done: Promise<void>; failedAt?: number }>()

  function meaningsOf({ document }: AgentVersion) {
    const before = known.get(document)
    if (before && (before.failedAt === undefined || now() - before.failedAt < restMs)) return before
    const entry: { of: Meanings | undefined; done: Promise<void>; failedAt?: number } = {
      of: undefined,
      done: Promise.resolve(),
    }
    known.set(document, entry)
    const groups = groupsOf(document.rules)
    const count = groups.phrases.reduce((sum, { length }) => sum + length, 0)
    if (groups.groups.length > 1 && count >= minPhrases * groups.groups.length) {
      entry.done = learned(groups, embeddings).then(
        (meanings) => {
          entry.of = meanings
        },
        () => {
          entry.failedAt = now()
        },
      )
    }
    return entry
  }

  return {
    async best(agent, utterance, levels, signal) {
      const { of } = agent.document.rules.length > 0 ? meaningsOf(agent) : {}
      if (!of) return undefined
      const patience = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
      const [asked] = await embeddings.embed([utterance], patience).catch(() => [])
      signal.throwIfAborted()
      if (!asked) return undefined
      const { group, cosine } = nearest(of.centroids, unit(asked))
      const index = of.groups[group]![0]!
      const rule = agent.document.rules[index]!
      const score = scoreOf(Math.max(0, cosine), of.thresholds, levels)
      return { rule, index, phrase: rule.when[0]!, score, meaning: cosine }
    },
    settled: (agent) => meaningsOf(agent).done,
  }
}

async function learned(of: RuleGroups, embeddings: Embeddings): Promise<Meanings> {
  const texts = of.phrases.flat()
  const vectors: Float32Array[] = []
  for (let from = 0; from < texts.length; from += perRequest) {
    const found = await embeddings.embed(texts.slice(from, from + perRequest), AbortSignal.timeout(requestMs))
    vectors.push(...found.map(unit))
  }
  const groupOf = of.phrases.flatMap((phrases, group) => phrases.map(() => group))
  const sums = of.phrases.map(() => new Float32Array(vectors[0]!.length))
  for (const [n, vector] of vectors.entries()) add(sums[groupOf[n]!]!, vector, 1)
  const centroids = sums.map(unit)
  const trials: Trial[] = []
  const strangers: number[] = []
  const step = Math.max(1, Math.floor(vectors.length / maxTrials))
  for (let n = 0; n < vectors.length; n += step) {
    const [vector, own] = [vectors[n]!, groupOf[n]!]
    // As if nobody had written the phrase, and then as if nobody had written its rule.
    const rest = sums[own]!.slice()
    add(rest, vector, -1)
    const other = nearest(centroids, vector, own)
    strangers.push(other.cosine)
    if (of.phrases[own]!.length > 1) {
      const cosine = dot(unit(rest), vector)
      trials.push({ share: Math.max(cosine, other.cosine), isRight: cosine > other.cosine })
    }
    if (n % 20 === 0) await setImmediate()
  }
  return { ...of, centroids, thresholds: fittedThresholds(trials, strangers, of.groups.length) }
}

function nearest(centroids: readonly Float32Array[], vector: Float32Array, not = -1) {
  let best = { group: 0, cosine: -1 }
  for (const [group, centroid] of centroids.entries()) {
    const cosine = group === not ? -1 : dot(centroid, vector)
    if (cosine > best.cosine) best = { group, cosine }
  }
  return best
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}

function add(sum: Float32Array, vector: Float32Array, times: number): void {
  for (let i = 0; i < sum.length; i++) sum[i]! += times * vector[i]!
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector)) || 1
  return vector.map((value) => value / length)
}
