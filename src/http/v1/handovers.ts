import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { timeOrderedId } from '../../lib/ids.ts'
import type { HandoverState } from '../../model/handover.ts'
import { readOrderKey } from '../../model/key.ts'
import { agentIdIn } from '../../store/apart.ts'
import type { Handover } from '../../store/handovers.ts'
import { sentences } from '../words/index.ts'
import { isoOf, isoOrNull, moment } from './faults.ts'
import { type Call, operation } from './operation.ts'
import { cursorOf, pageOf, pageQuery, placeIn } from './pages.ts'

const states = ['waiting', 'taken', 'closed'] as const

const handoverSchema = z.object({
  id: z.string(),
  agent: z.string(),
  uid: z.string().describe('Whose conversation it is.'),
  door: z.string().describe('The platform where they are.'),
  state: z.enum(states).describe('`waiting` from when they have agreed.'),
  ended: z
    .string()
    .nullable()
    .describe('How it came to its end: `left`, `back`, `solved`, `refused`, `gone`, `expired`.'),
  why: z.enum(['wish', 'scenario', 'thumb', 'unanswered']),
  takenBy: z.string().nullable().describe('As the person reads it.'),
  askedAt: moment,
  takenAt: moment.nullable(),
  closedAt: moment.nullable(),
})

const readSchema = handoverSchema.extend({
  summary: z.string(),
  said: z
    .array(z.object({ role: z.enum(['user', 'assistant']), text: z.string() }))
    .describe('What the person has agreed to pass on.'),
  since: z
    .array(z.object({ role: z.enum(['user', 'assistant']), text: z.string(), at: moment }))
    .describe('What was said since, by them and to them, while it is remembered: the last 200.'),
})

function told({ id, key, context, state, ended, why, taken_name: takenBy, ...at }: Handover) {
  const { agent, uid } = readOrderKey(key)
  const { platform: door } = JSON.parse(context) as { platform: string }
  return {
    ...{ id, agent, uid, door, why, takenBy, ended: ended ?? null },
    state: state === 'taken' || state === 'closed' ? state : ('waiting' as const),
    askedAt: isoOf(at.asked_at),
    takenAt: isoOrNull(at.taken_at),
    closedAt: isoOrNull(at.closed_at),
  }
}

/** `agreed` is a moment before the team's card is there. */
const statesOf = (state: (typeof states)[number] | 'open' | undefined): readonly HandoverState[] | undefined => {
  if (state === undefined) return undefined
  const waiting = ['agreed', 'waiting'] as const
  return state === 'open' ? [...waiting, 'taken'] : state === 'waiting' ? waiting : [state]
}

const path = z.object({ handover: z.string().max(100) })
const byWhom = z.strictObject({
  name: z.string().trim().min(1).max(60).describe('Who does it, as the person and the team read it.'),
})
type OfHandover = Call<z.output<typeof path>, unknown, z.output<typeof byWhom>>
const tag = 'Hand-overs'
const url = '/v1/handovers'
const rights = { tag, scope: 'turns:write', narrows: true, path } as const

/** The same that the card's buttons do: of two that are pressed at once one wins, and the other hears so. */
async function act({ house, by, standing, path, body }: OfHandover, choice: 'take' | 'back' | 'close') {
  const before = await house.admin.handovers.find(by, standing, path.handover)
  await house.handovers.act({ id: before.id, choice, person: by.author, door: by.door, name: body.name })
  const row = await house.admin.handovers.find(by, standing, path.handover)
  const isDone =
    choice === 'take'
      ? row.state === 'taken' && row.taken_by === by.author
      : row.state === 'closed' && before.state !== 'closed'
  if (isDone) return told(row)
  const why =
    row.state === 'taken'
      ? sentences.handoverTaken(row.taken_name ?? '')
      : row.state === 'closed'
        ? sentences.handoverOver
        : sentences.handoverNotYet
  throw new AppError('handover_moved', why, { status: 409 })
}

export const handoverOperations = [
  operation({
    ...{ method: 'GET', url, id: 'listHandovers', tag, scope: 'turns:read', narrows: true },
    summary: 'Conversations that are handed to people, newest first, without a word of what was said.',
    query: pageQuery.extend({
      state: z
        .enum([...states, 'open'])
        .optional()
        .describe('`open`: waiting or taken.'),
      agent: z.string().max(64).optional(),
    }),
    answer: pageOf(handoverSchema),
    async run({ house, by, standing, query: { limit, cursor, state, agent } }) {
      const filter = { states: statesOf(state), agent: agent && agentIdIn(by.account, agent) }
      const after = placeIn(cursor, 'string')
      const [at = '', id = ''] = after?.split(' ') ?? []
      const before = after === undefined ? undefined : { at: Number(at), id }
      const rows = await house.admin.handovers.list(by, standing, filter, { limit, before })
      const last = rows.at(-1)
      const next = last && rows.length === limit ? cursorOf(`${last.asked_at} ${last.id}`) : null
      return { items: rows.map(told), next }
    },
  }),
  operation({
    ...{ method: 'GET', url: `${url}/{handover}`, id: 'getHandover', tag, scope: 'turns:read', narrows: true, path },
    summary:
      'One of them, with what the person has agreed to pass on, and what was said since. That it was read stands in the log of changes.',
    answer: readSchema,
    async run({ house, by, standing, path }) {
      const { row, since } = await house.admin.handovers.read(by, standing, path.handover)
      const later = since.map(({ role, text, at }) => ({ role, text, at: isoOf(at) }))
      return { ...told(row), summary: row.summary, said: JSON.parse(row.transcript), since: later }
    },
  }),
  operation({
    ...{ method: 'POST', url: `${url}/{handover}/take`, id: 'takeHandover', body: byWhom, ...rights },
    summary: 'Talk with the person in the agent’s place. 409 where somebody has it already, or it is over.',
    answer: handoverSchema,
    run: (call) => act(call, 'take'),
  }),
  operation({
    ...{ method: 'POST', url: `${url}/{handover}/back`, id: 'handBack', body: byWhom, ...rights },
    summary: 'Hand the conversation back to the agent, which knows what was said.',
    answer: handoverSchema,
    run: (call) => act(call, 'back'),
  }),
  operation({
    ...{ method: 'POST', url: `${url}/{handover}/close`, id: 'closeHandover', body: byWhom, ...rights },
    summary: 'Say that it is solved. The agent answers again.',
    answer: handoverSchema,
    run: (call) => act(call, 'close'),
  }),
  operation({
    ...{ method: 'POST', url: `${url}/{handover}/messages`, id: 'sayInHandover', ...rights },
    summary:
      'Say something to the person, once it is taken; the team reads it in its thread. Once, with `Idempotency-Key`.',
    body: byWhom.extend({ text: z.string().trim().min(1).max(4000) }),
    status: 201,
    answer: z.object({ status: z.literal('said') }),
    async run({ house, by, standing, path, body }) {
      const { id } = await house.admin.handovers.find(by, standing, path.handover)
      const nonce = by.nonce ?? timeOrderedId(house.now())
      const end = await house.handovers.say({ id, ...body, nonce })
      if (end === 'said') return { status: end }
      throw new AppError('handover_moved', end === 'over' ? sentences.handoverOver : sentences.handoverNotYet, {
        status: 409,
      })
    },
  }),
]
