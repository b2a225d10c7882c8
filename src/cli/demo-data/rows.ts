import { answerHash, hashOf } from '../../engine/tape/index.ts'
import { type BestResponse, bestResponse, type Delivery } from '../../model/conversation.ts'
import { orderKey } from '../../model/key.ts'
import type { Tape } from '../../model/tape.ts'
import type { ToolTrace, Trace } from '../../model/trace.ts'
import type { Wire, WireCall } from '../../model/wire.ts'
import type { SeededRows } from '../../store/seeding.ts'
import type { Chance } from './chance.ts'
import { handbookName, nodeOf } from './folder.ts'
import type { By } from './topic.ts'
import type { DemoTurn, Person, Where } from './week.ts'

export const model = 'gpt-4o-mini'
/** Millionths of a dollar for a token. */
const price = { input: 0.15, output: 0.6 }

export const moneyOf = ({ inputTokens, outputTokens }: Pick<DemoTurn, 'inputTokens' | 'outputTokens'>): number =>
  Math.round(inputTokens * price.input + outputTokens * price.output)

/** The workspace, server and tenant of the week, with their channels. */
export const homes = { slack: 'T0DEMO', discord: '100000000000000001', teams: 'de300000-0000-4000-8000-000000000001' }

export const uidOf = ({ platform, n }: Pick<Person, 'platform' | 'n'>): string =>
  platform === 'discord' ? `discord_2${String(n).padStart(17, '0')}` : `${platform}_${homes[platform]}_${idOf(n)}`

const idOf = (n: number): string => `U0${n.toString(36).toUpperCase().padStart(5, '0')}`

export function channelOf(platform: Person['platform'], n: number): string {
  if (platform === 'discord') return `discord:3${String(n).padStart(17, '0')}`
  return platform === 'slack'
    ? `slack:${homes.slack}/C0${n.toString().padStart(4, '0')}`
    : `teams:${homes.teams}/19:demo${n}@thread.tacv2`
}

function placeOf({ platform, n }: Person, where: Where): string {
  return 'channel' in where ? channelOf(platform, where.channel) : `${platform}:${homes[platform]}/D${idOf(n)}`
}

/** The rows that a turn leaves, as its commit and its showing write them. */
export function rowsOf(
  turn: DemoTurn,
  account: string,
  chance: Chance,
): Required<Pick<SeededRows, 'turn' | 'part' | 'memory' | 'feedback' | 'handover'>> {
  const { agent, person, at, ms, by, trouble, vote } = turn
  const id = turnId(at, chance)
  const uid = uidOf(person)
  const key = orderKey(account, agent.id, uid)
  const place = placeOf(person, turn.conversation)
  const event = `${person.platform}:demo:${id}`
  const context = contextOf(person, place, turn.conversation)
  const committed = at + ms
  const remembered = { key, conversation: place, at: committed, event_id: event }
  const answer = answerOf(turn)
  return {
    turn: [
      {
        ...{ id, inbox_id: null, event_id: event, key, agent: agent.id, version: 1, epoch: 1, attempt: 1 },
        ...{ status: 'delivered', partial: '', calls: by === 'tool' ? 1 : 0, pressed: null, owed: null },
        answer: JSON.stringify(answer),
        trace: JSON.stringify(traceOf(turn, id)),
        interrupted: trouble === 'model' ? 'failed' : trouble === 'given_up' ? 'undelivered' : null,
        delivery: deliveryOf(turn),
        wire: JSON.stringify(wireOf(turn)),
        context: JSON.stringify(context),
        ...{ started_at: at, committed_at: committed },
      },
    ],
    part: [{ turn: id, n: 0, ref: `demo:${id}`, intent_at: committed, text: null }],
    memory: [
      { ...remembered, role: 'user', text: turn.asked, tape: tapeOf(turn, id, answer) },
      { ...remembered, role: 'assistant', text: turn.answered, tape: null },
    ],
    feedback: vote ? [{ turn: id, uid, good: vote === 'good' ? 1 : 0, at: committed + 20_000 }] : [],
    handover: by === 'person' ? [handoverOf(turn, { id, key, place, context: JSON.stringify(context) })] : [],
  }
}

/** As `timeOrderedId` makes them, by chance that is the same for the same seed. */
function turnId(at: number, { next }: Chance): string {
  const time = at.toString(16).padStart(12, '0')
  const hex = (length: number) =>
    Math.floor(next() * 16 ** length)
      .toString(16)
      .padStart(length, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-a${hex(3)}-${hex(6)}${hex(6)}`
}

function contextOf(person: Person, place: string, where: Where) {
  const { platform, name, language } = person
  const at = { conversation: place, place, channel: place, replyTo: place }
  return {
    ...{ platform, installation: homes[platform], ...at, language },
    author: { uid: uidOf(person), id: uidOf(person).split('_').at(-1)!, name, locale: language },
    ...('channel' in where && { talk: place }),
  }
}

function deliveryOf({ trouble }: DemoTurn): string | null {
  const told: Delivery | undefined =
    trouble === 'plain'
      ? { end: 'plain', code: 'invalid_blocks', detail: 'The place would not have it with its formatting.' }
      : trouble === 'given_up'
        ? { end: 'given_up', code: 'channel_not_found', detail: 'The channel is gone.' }
        : undefined
  return told ? JSON.stringify(told) : null
}

function answerOf({ by, step, answered: utterance, topic: { title } }: DemoTurn): BestResponse {
  if (by === 'rule') return bestResponse({ utterance, topic: title })
  if (by !== 'scenario') return bestResponse({ utterance })
  return bestResponse({ utterance, scenarioNode: { scenario: 'guide', id: nodeOf(step), title } })
}

/** An answer that a model writes grows for as long as that takes; any other is there at once. */
function wireOf({ ms, by, trouble }: DemoTurn): Wire {
  const call = (what: WireCall['do'], at: number): WireCall => ({
    do: what,
    n: 0,
    at,
    waited: 0,
    ms: 80 + (ms % 70),
    end: 'ok',
  })
  if (trouble === 'given_up') {
    return { calls: [{ ...call('open', 0), end: 'refused', code: 'channel_not_found' }], leftOut: 0 }
  }
  const first = Math.round(ms * 0.4)
  if ((by !== 'model' && by !== 'tool') || ms - first < 1000) return { calls: [call('open', 0)], leftOut: 0 }
  const appends = Array.from({ length: Math.floor((ms - first) / 1000) }, (_, i) => call('append', (i + 1) * 1000))
  return { calls: [call('open', 0), ...appends, call('finish', ms - first)], leftOut: 0 }
}

const sources: Readonly<Record<By, Trace['source']>> = {
  rule: 'rule',
  knowledge: 'knowledge',
  model: 'model',
  tool: 'model',
  scenario: 'scenario',
  nobody: 'fixed',
  person: 'fixed',
}

function traceOf(turn: DemoTurn, id: string): Trace {
  const { by, ms, topic, agent, step, trouble, inputTokens, outputTokens } = turn
  const failed = trouble === 'model'
  const score = by === 'rule' ? 78 + (id.charCodeAt(2) % 22) : 12 + (id.charCodeAt(3) % 40)
  const rules = agent.topics.filter((one) => one.by === 'rule')
  const nearest = by === 'rule' ? topic : rules[0]!
  return {
    source: failed ? 'none' : sources[by],
    ms,
    ...(by !== 'scenario' && {
      rule: { index: rules.indexOf(nearest), phrase: nearest.asks[0], score, threshold: 60 },
    }),
    ...(by === 'scenario' && { scenario: scenarioTrace(topic.further?.length ?? 0, step) }),
    ...(by === 'knowledge' && {
      knowledge: {
        ms: 3,
        threshold: 0.3,
        passages: [{ id: 1, source: handbookName, title: topic.title, score: 0.81 }],
      },
    }),
    ...(by === 'tool' &&
      !failed && { tools: [{ name: agent.tool, policy: 'auto', outcome: 'done', ms: 140 } satisfies ToolTrace] }),
    ...(inputTokens > 0 && {
      model: {
        ...{ id: model, upstream: model, rounds: by === 'tool' ? 2 : 1, inputTokens, outputTokens },
        ...{ firstTextMs: Math.round(ms * 0.4), ms: ms - 10, end: 'stop' },
      },
    }),
    ...(failed && { modelError: 'The model answered 503.' }),
    ...(by === 'person' && { handover: { id, why: 'wish' } }),
  }
}

/** As the engine records it, of what took nothing from elsewhere: it can be made again. */
function tapeOf({ asked, at, by, step, person }: DemoTurn, turn: string, answer: BestResponse): string | null {
  if (by !== 'rule' && !(by === 'scenario' && step === 0)) return null
  const tape: Tape = {
    ...{ turn, version: 1, at, said: hashOf(asked), answer: answerHash(answer), source: by },
    ...{ request: { locale: person.language }, picks: [], taken: [] },
  }
  return JSON.stringify(tape)
}

function scenarioTrace(last: number, step: number): NonNullable<Trace['scenario']> {
  return {
    ...{ id: 'guide', version: 1, by: step === 0 ? 'start partial' : 'on[0] any' },
    path: [nodeOf(step)],
    ways: step === 0 ? [] : [`${nodeOf(step - 1)} on[0] any`],
    ...(step === last && { ended: 'completed' }),
  }
}

type At = { id: string; key: string; place: string; context: string }

function handoverOf({ at, asked, answered }: DemoTurn, { id, key, place, context }: At) {
  return {
    ...{ id, key, conversation: place, turn: id, why: 'wish', state: 'closed', ended: 'solved', context },
    ...{ summary: asked, transcript: `${asked}\n${answered}`, team: null, thread: null, card: null },
    ...{ taken_by: uidOf({ platform: 'slack', n: 1 }), taken_name: 'Ben', asked_at: at, waiting_at: at + 1000 },
    ...{ taken_at: at + 180_000, closed_at: at + 900_000, remind_at: null },
  }
}
