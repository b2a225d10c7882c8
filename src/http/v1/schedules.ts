import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { programPlace } from '../../admin/program-places.ts'
import { longestSchedule, scheduleConversation } from '../../admin/schedules.ts'
import { AppError } from '../../lib/errors.ts'
import { isZone } from '../../lib/recurrence.ts'
import { ruleOf } from '../../lib/recurrence-words.ts'
import type { Place } from '../../model/message.ts'
import type { TimerTask } from '../../model/timer.ts'
import type { TimerRow } from '../../store/timers.ts'
import { sentences } from '../words/index.ts'
import { agentIn, agentPath } from './agents.ts'
import { isoOf, isoOrNull, moment } from './faults.ts'
import { type Call, operation } from './operation.ts'
import { pageIn, pageOf, pageQuery } from './pages.ts'

const scheduleSchema = z.object({
  id: z.string(),
  asks: z.string().describe('What the agent is asked.'),
  rule: z.string().nullable().describe('Five fields of cron, by the clock of its zone; null: it goes off once.'),
  zone: z.string(),
  paused: z.boolean(),
  next: moment.nullable().describe('Null while it is paused.'),
  createdAt: moment,
})

function told({ id, task, rule, zone, state, due, made_at: madeAt }: TimerRow) {
  const what: TimerTask = JSON.parse(task)
  const paused = state === 'paused'
  const next = isoOrNull(paused ? null : due)
  return { id, asks: 'text' in what ? what.text : '', rule, zone, paused, next, createdAt: isoOf(madeAt) }
}

const schedulePath = agentPath.extend({ schedule: z.string().describe('Its id.') })
type OfSchedule = Call<z.output<typeof schedulePath>, unknown, unknown>

async function found(call: OfSchedule): Promise<{ agent: string; row: TimerRow }> {
  const { id: agent } = await call.house.admin.agents.get(agentIn(call), call.by)
  const row = await call.house.admin.schedules.find(agent, call.by.account, call.path.schedule)
  if (!row) throw new AppError('schedule_not_found', sentences.request.noSchedule, { status: 404 })
  return { agent, row }
}

const time = z
  .string()
  .max(200)
  .refine((time) => ruleOf(time) !== undefined, 'must say when: `every Monday at 9`, or five fields of cron')
  .describe('In words, English or Japanese, or as five fields of cron.')
const zoneName = z.string().max(60).refine(isZone, 'must be a time zone, e.g. `Asia/Tokyo`')
const zone = zoneName.default('UTC')
const asks = z.string().trim().min(1).max(longestSchedule).describe('What the agent is asked.')
const wantedSchema = z.strictObject({
  place: z.string().max(400).describe('The channel where it is answered, and where the agent is used.'),
  ...{ asks, time, zone },
})
const changedSchema = z
  .strictObject({ paused: z.boolean(), asks, time, zone: zoneName })
  .partial()
  .refine((body) => Object.keys(body).length > 0, 'must say what is to change')

const tag = 'Schedules'
const url = '/v1/agents/{agent}/schedules'

export const scheduleOperations = [
  operation({
    ...{ method: 'GET', url, id: 'listSchedules', tag, scope: 'agents:read', path: agentPath },
    summary: 'List what an agent is asked again and again.',
    query: pageQuery,
    answer: pageOf(scheduleSchema),
    async run(call) {
      const { id } = await call.house.admin.agents.get(agentIn(call), call.by)
      const all = await call.house.admin.schedules.list(id, call.by.account)
      const { items, next } = pageIn(all, (row) => row.id, call.query)
      return { items: items.map(told), next }
    },
  }),
  operation({
    ...{ method: 'GET', url: `${url}/times`, id: 'readSchedule', tag, scope: 'agents:read', path: agentPath },
    summary: 'When a schedule would come: the next three times. Nothing is kept.',
    query: z.strictObject({ time, zone }),
    answer: z.object({ rule: z.string().describe('Five fields of cron.'), times: z.array(moment) }),
    async run({ house, query }) {
      const { schedules } = house.admin
      const { rule, zone } = schedules.readTime(query)
      return { rule, times: schedules.times({ rule, zone }).map(isoOf) }
    },
  }),
  operation({
    ...{ method: 'POST', url, id: 'addSchedule', tag, scope: 'agents:write', path: agentPath, status: 201 },
    summary: 'Have an agent asked something again and again, and answer in a channel.',
    body: wantedSchema,
    answer: scheduleSchema,
    async run(call) {
      const { house, by, body } = call
      const { id: agent } = await house.admin.agents.get(agentIn(call), by)
      const { schedules } = house.admin
      const wanted = schedules.read({ time: body.time, zone: body.zone, text: body.asks })
      const id = randomUUID().slice(0, 8)
      const of = { account: by.account, agent }
      const asker = await programPlace(
        { store: house.store, platforms: house.admin.platforms },
        of,
        body.place as Place,
        scheduleConversation(id),
      )
      await schedules.add(agent, id, wanted, asker, by)
      return told((await schedules.find(agent, by.account, id))!)
    },
  }),
  operation({
    ...{ method: 'POST', url: `${url}/{schedule}/run`, id: 'runSchedule', tag, scope: 'agents:write' },
    summary: 'Have it come now, besides when it comes by itself, and however it is paused.',
    path: schedulePath,
    async run(call) {
      const { agent, row } = await found(call)
      await call.house.admin.schedules.run(agent, row, call.by)
    },
  }),
  operation({
    ...{ method: 'PATCH', url: `${url}/{schedule}`, id: 'updateSchedule', tag, scope: 'agents:write' },
    summary: 'Change what is asked, and when; hold a schedule back, or let it go on.',
    path: schedulePath,
    body: changedSchema,
    answer: scheduleSchema,
    async run(call) {
      const { paused, asks: text, ...when } = call.body
      const { schedules } = call.house.admin
      const { agent, row } = await found(call)
      if (text !== undefined || Object.keys(when).length > 0)
        await schedules.edit(agent, row, { ...when, text }, call.by)
      if (paused !== undefined) await schedules.hold(agent, (await found(call)).row, paused, call.by)
      return told((await found(call)).row)
    },
  }),
  operation({
    ...{ method: 'DELETE', url: `${url}/{schedule}`, id: 'removeSchedule', tag, scope: 'agents:write' },
    summary: 'Take a schedule away.',
    path: schedulePath,
    async run(call) {
      const { agent, row } = await found(call)
      await call.house.admin.schedules.remove(agent, row, call.by)
    },
  }),
]
