import { z } from 'zod'
import { outcomes } from '../../store/turn-seen/shape.ts'
import { isoOf, moment } from './faults.ts'
import { operation } from './operation.ts'
import { pageOf, pageQuery } from './pages.ts'

const conversationSchema = z.object({
  agent: z.string(),
  uid: z.string(),
  door: z.string().describe('The platform; `http` for programs.'),
  place: z.string().nullable().describe('The channel or direct conversation; null of programs.'),
  turn: z.string().describe('The last one.'),
  outcome: z.enum(outcomes).describe('Of the last turn.'),
  at: moment,
})

export const conversationOperations = [
  operation({
    ...{ method: 'GET', url: '/v1/conversations', id: 'listConversations', tag: 'Turns', scope: 'turns:read' },
    narrows: true,
    summary: 'Who talked with which agent where, by their last turn, newest first; without a word of what was said.',
    query: pageQuery.extend({
      agent: z.string().max(64).optional(),
      uid: z.string().max(256).optional(),
      door: z.string().max(64).optional(),
      place: z.string().max(400).optional(),
    }),
    answer: pageOf(conversationSchema),
    async run({ house, by, standing, query: { limit, cursor, ...filter } }) {
      const page = { limit, ...(cursor !== undefined && { cursor }) }
      const { items, next } = await house.admin.conversations.latest(by, standing, filter, page)
      const told = items.map(({ id: turn, agent, uid, door, place, outcome, startedAt }) => ({
        ...{ agent, uid, door, place, turn, outcome, at: isoOf(startedAt) },
      }))
      return { items: told, next }
    },
  }),
]
