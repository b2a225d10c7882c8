import { setImmediate } from 'node:timers/promises'
import type { Drafts } from '../../admin/drafts/index.ts'
import type { Admin } from '../../admin/index.ts'
import { logLine } from '../../admin/log-lines.ts'
import {
  mostReplayed,
  type Replay,
  type ReplayEnd,
  type ReplayedTest,
  type ReplayedTurn,
  type ReplayWish,
  type RunReplay,
} from '../../admin/replay.ts'
import type { Config } from '../../config/index.ts'
import { createEngine, type EngineParts } from '../../engine/converse.ts'
import { rulesLearned } from '../../engine/rules/match.ts'
import { answerHash, hashOf } from '../../engine/tape/index.ts'
import { type PlayedTape, type PlayParts, playTape, Unrecorded } from '../../engine/tape/play.ts'
import { createWebhooks } from '../../engine/webhooks/index.ts'
import { AppError } from '../../lib/errors.ts'
import type { AgentVersion } from '../../model/agent.ts'
import type { ConversationRequest, Final, MemoryItem } from '../../model/conversation.ts'
import type { KeptTest } from '../../model/kept-test.ts'
import type { ScenarioProgress } from '../../model/scenario.ts'
import type { Tape } from '../../model/tape.ts'
import type { Llm } from '../../ports/llm.ts'
import type { Store } from '../../store/index.ts'
import { type RecordedTurn, tapes, type UnrecordedTurn } from '../../store/tapes.ts'
import { paused, pauseOf } from '../../turns/gate.ts'
import { paidBy, payerOf } from '../../turns/spending/meter.ts'
import { type Beside, engineOf } from './try-out.ts'

export interface ReplayParts extends Omit<EngineParts, 'webhooks' | 'store'> {
  store: Store
  drafts: Drafts
  admin: Pick<Admin, 'agents' | 'audit'>
}

/** One answer may take as long as in a conversation, where a model is asked. */
const turnMs = 120_000
const dayMs = 86_400_000

/** Recorded turns, run again on the real engine: clock, chance, state and whoever was asked are those of then. */
export function createReplay(parts: ReplayParts): RunReplay {
  const { store, drafts, admin } = parts
  const kept = tapes(store.db)

  async function versionOf({ actor, against }: ReplayWish, agent: string) {
    const live = await store.agents.live(agent)
    const of = { id: agent, account: actor.account, version: live?.version ?? 0 }
    const draft = against === 'draft' ? await drafts.get(agent, actor) : undefined
    const document = draft ? await drafts.stored(agent, actor) : live!.document
    return { isDraft: draft !== undefined, version: { ...of, document } satisfies AgentVersion }
  }

  async function chosen(wish: ReplayWish, agent: string) {
    const of = { account: wish.actor.account, agent }
    if (!wish.turns) {
      const since = parts.now() - wish.days * dayMs
      const last = await kept.last(of, { since, limit: mostReplayed })
      return { turns: last, isCut: last.length === mostReplayed }
    }
    const turns: (RecordedTurn | UnrecordedTurn)[] = []
    for (const id of wish.turns.slice(0, mostReplayed)) {
      const one = await kept.one(of, id)
      if (!one) throw new AppError('turn_not_found', `This agent has no turn ${id}.`, { status: 404 })
      turns.push(one)
    }
    return { turns, isCut: wish.turns.length > mostReplayed }
  }

  return async (wish) => {
    const { actor, against, asks } = wish
    const { id: agent } = await admin.agents.get(wish.agent, actor)
    if (await pauseOf(store, { account: actor.account, agent })) throw paused()
    const { isDraft, version } = await versionOf(wish, agent)
    const summary = logLine('conversation.read/replay', { person: actor.author, agent })
    if (!wish.countsOnly) await admin.audit.commit(actor, { action: 'conversation.read', agent, summary }, [])
    await rulesLearned(version)
    const { turns, isCut } = await chosen(wish, agent)
    const player = createPlayer(parts, {
      ...{ version, asks, against, author: actor.author },
      revision: await store.knowledge.revision(agent),
    })
    const replayed: ReplayedTurn[] = []
    for (const one of turns) {
      replayed.push(await replayedTurn(one, player))
      // Whoever is being answered comes first.
      await setImmediate()
    }
    const tests: ReplayedTest[] = []
    for (const test of version.document.tests ?? []) tests.push(await player.test(test))
    const counts: Replay['counts'] = { same: 0, different: 0, model: 0, unplayable: 0 }
    for (const { end } of replayed) counts[end]++
    return {
      agent,
      against,
      version: version.version,
      isDraft,
      counts,
      turns: wish.countsOnly ? [] : replayed,
      tests,
      isCut,
    }
  }

  async function replayedTurn(one: RecordedTurn | UnrecordedTurn, player: Player): Promise<ReplayedTurn> {
    const { id, startedAt: at, version, trace } = one.turn
    const of = { id, at, version, isAmid: false }
    const source = trace?.source ?? 'none'
    if (!('tape' in one)) {
      return { ...of, end: 'unplayable', why: 'unrecorded', said: '', before: { text: '', options: [], source } }
    }
    const { said, answered: text, options, tape } = one
    const isAmid = tape.taken.some(([kind]) => kind === 'progress' || kind === 'state')
    const told = { ...of, isAmid, said, before: { text, options, source } }
    if (tape.lacks) return { ...told, end: 'unplayable', why: tape.lacks }
    if (hashOf(said) !== tape.said) return { ...told, end: 'unplayable', why: 'reworded' }
    const memory = player.asks ? await kept.before(one, parts.memoryItems) : []
    return { ...told, ...(await player.turn(one, memory)) }
  }
}

type Played = Pick<ReplayedTurn, 'end' | 'why' | 'what' | 'now' | 'knowsOtherwise'>
type Player = ReturnType<typeof createPlayer>

interface PlayerSettings {
  version: AgentVersion
  asks: boolean
  against: ReplayWish['against']
  author: string
  revision: string
}

function createPlayer(parts: ReplayParts, { version, asks, against, author, revision }: PlayerSettings) {
  const { store } = parts
  const playing: PlayParts = { passages: (ids) => store.knowledge.passages(ids), revision, asks }
  let memory: readonly MemoryItem[] = []
  const never = async () => {
    throw new Error('a turn that is made again reads its own recording')
  }
  const engine = createEngine({
    ...parts,
    llm: asks ? parts.llm : unasked(parts.llm),
    store: {
      agents: store.agents,
      people: { stateWithWriters: never, memory: async (_, __, limit) => memory.slice(-limit) },
      scenarios: { progress: never },
    },
    tools: { tools: async () => ({ tools: [], away: [], unconnected: [] }), call: never },
    webhooks: createWebhooks({ send: never }),
  })

  async function converse(request: ConversationRequest, tape: PlayedTape): Promise<Final> {
    const run = { signal: AbortSignal.timeout(turnMs), beforeCall: async () => {}, tape }
    return paidBy(payerOf({ account: version.account, uid: author, door: 'http' }, version), async () => {
      for await (const event of engine.converse(request, version, run)) if (event.kind === 'final') return event
      throw new Error('the engine ended without a final answer')
    })
  }

  async function turn(one: RecordedTurn, before: readonly MemoryItem[]): Promise<Played> {
    const { tape: recorded, said: utterance, turn: traced, conversation } = one
    memory = before
    const tape = playTape(moved(recorded, version, against), playing)
    const { account, uid } = traced
    const of = { account, agent: version.id, uid, conversation, door: 'http', utterance } as const
    const byModel = traced.trace?.source === 'model' || traced.trace?.modelError !== undefined
    const played = await outcomeOf(converse({ ...of, ...recorded.request }, tape), byModel)
    const isSame = played.final && answerHash(played.final.answer) === recorded.answer
    return {
      ...(played.final ? { end: isSame ? 'same' : 'different', now: answered(played.final) } : played.end),
      ...(tape.knowsOtherwise && { knowsOtherwise: true }),
    }
  }

  async function test({ said, says, options }: KeptTest): Promise<ReplayedTest> {
    memory = []
    const nothing: Tape = {
      ...{ turn: '', version: version.version, at: parts.now(), said: '', answer: '', source: 'none' },
      ...{ request: {}, picks: [], taken: [] },
    }
    const request = { account: version.account, agent: version.id, uid: author, conversation: 'test' } as const
    const converses = converse({ ...request, door: 'http', utterance: said }, playTape(nothing, playing))
    const { final, end } = await outcomeOf(converses, false)
    if (!final) return { said, says, ...(end.now && { now: end.now }), end: end.end }
    const isSame = final.answer.utterance === says && (!options || sameTexts(final.answer.options, options))
    return { said, says, end: isSame ? 'same' : 'different', now: answered(final) }
  }

  return { asks, turn, test }
}

const sameTexts = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, n) => text === b[n])

const answered = ({ answer, trace }: Final) => ({
  text: answer.utterance,
  options: answer.options,
  source: trace.source,
})

type Outcome = { final: Final; end?: undefined } | { final?: undefined; end: Played & { end: ReplayEnd } }

/** What a turn ended with, or why it did not. `byModel`: a model answered it then, or should have. */
async function outcomeOf(converses: Promise<Final>, byModel: boolean): Promise<Outcome> {
  try {
    return { final: await converses }
  } catch (error) {
    if (error instanceof Unrecorded && error.kind === 'model') {
      const end = byModel ? 'model' : 'different'
      return { end: { end, now: { text: '', options: [], source: 'model' } } }
    }
    if (error instanceof Unrecorded) {
      const why = error.kind === 'webhook' ? 'webhook' : 'judge'
      return { end: { end: 'unplayable', why, what: why === 'webhook' ? error.of : error.kind } }
    }
    if (error instanceof AppError) return { end: { end: 'unplayable', why: 'failed', what: error.code } }
    throw error
  }
}

/** Where a conversation stands in a scenario of what was live then, it stands in what is looked at now. */
function moved(tape: Tape, { version }: AgentVersion, against: ReplayWish['against']): Tape {
  const at = <P extends { version: number }>(one: P): P =>
    against === 'draft' || one.version === tape.version ? { ...one, version } : one
  const taken = tape.taken.map(([kind, of, value]): Tape['taken'][number] => {
    if (kind !== 'progress' || value === null) return [kind, of, value]
    const progress = value as ScenarioProgress
    return [kind, of, { ...at(progress), suspended: progress.suspended.map(at) }]
  })
  return { ...tape, taken }
}

/** Models are there, and nobody asks them. */
function unasked(llm: Llm): Llm {
  return {
    model: (id) => llm.model(id),
    // biome-ignore lint/correctness/useYield: there is never anything to yield
    async *stream() {
      throw new Unrecorded('model')
    },
  }
}

/** The same with the models of a configuration, for commands beside the server. */
export const replayOf = (config: Config, parts: Pick<ReplayParts, 'drafts' | 'admin' | 'find'> & Beside): RunReplay =>
  createReplay({ ...parts, ...engineOf(config, parts) })
