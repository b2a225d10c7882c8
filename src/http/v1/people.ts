import { z } from 'zod'
import { logLine } from '../../admin/log-lines.ts'
import { orderKey } from '../../model/key.ts'
import { agentIdIn } from '../../store/apart.ts'
import { agentIn, agentPath } from './agents.ts'
import { isoOf, moment } from './faults.ts'
import { type Call, operation } from './operation.ts'
import { cursorOf, pageOf, pageQuery, placeIn } from './pages.ts'

const personPath = z.object({ person: z.string().max(256).describe('Their uid.') })
const ofAgent = z.strictObject({ agent: z.string().optional().describe('Only what this agent keeps of them.') })
type OfPerson = Call<z.output<typeof personPath>, z.output<typeof ofAgent>, unknown>

const personIn = ({ by, path, query }: OfPerson) => ({
  account: by.account,
  uids: [path.person],
  agent: query.agent === undefined ? undefined : agentIdIn(by.account, query.agent),
})
const rows = z.record(z.string(), z.json())
const tag = 'People'
const ofOne = agentPath.extend(personPath.shape)

/** The agent, which is the caller's, and whom it is about. */
async function keptOf(call: Call<z.output<typeof ofOne>, unknown, unknown>) {
  const { id: agent } = await call.house.admin.agents.get(agentIn(call), call.by)
  return { agent, person: call.path.person }
}

export const peopleOperations = [
  operation({
    ...{ method: 'GET', url: '/v1/links', id: 'listPersonLinks', tag, scope: 'people:read' },
    summary: 'Who is one person under several uids, as they have agreed with `/agent link`.',
    query: pageQuery,
    answer: pageOf(
      z.object({
        uid: z.string(),
        person: z.string().describe('The uid that they are kept under.'),
        linkedAt: moment,
      }),
    ),
    async run({ house, by, query: { cursor, limit } }) {
      const page = { after: placeIn(cursor, 'string'), limit: limit + 1 }
      const found = await house.admin.personLinks.list(by.account, page)
      const items = found.slice(0, limit).map(({ linkedAt, ...one }) => ({ ...one, linkedAt: isoOf(linkedAt) }))
      return { items, next: found.length > limit ? cursorOf(items.at(-1)!.uid) : null }
    },
  }),
  operation({
    ...{ method: 'DELETE', url: '/v1/links/{person}', id: 'removePersonLink', tag, scope: 'people:write' },
    summary:
      'Have a uid be a person of its own again, as `/agent unlink` does; of the one they are kept under, each of the others.',
    path: personPath,
    async run({ house, by, path }) {
      await house.admin.personLinks.part(by.account, path.person, by)
    },
  }),
  operation({
    ...{ method: 'GET', url: '/v1/people/{person}/export', id: 'exportPerson', tag, scope: 'people:read' },
    summary: 'Everything that is kept of a person. That it was read stands in the log of changes.',
    path: personPath,
    query: ofAgent,
    answer: z.object({
      version: z.string(),
      at: moment,
      account: z.string(),
      people: z.array(z.string()),
      agents: rows,
      elsewhere: z.json(),
    }),
    async run(call) {
      const { by, house } = call
      const all = await house.admin.people.export(personIn(call))
      // Of whom it was stands in no log: they may want to be forgotten.
      await house.admin.audit.commit(by, { action: 'person.export', summary: logLine('person.export') }, [])
      return JSON.parse(JSON.stringify(all))
    },
  }),
  operation({
    ...{ method: 'POST', url: '/v1/people/{person}/forget', id: 'forgetPersonV1', tag, scope: 'people:write' },
    summary: 'Take everything of a person out of every table.',
    path: personPath,
    query: ofAgent,
    answer: z.object({ receipt: z.string(), at: moment, rows: z.int(), removed: z.record(z.string(), z.int()) }),
    async run(call) {
      const { person, at, rows, removed } = await call.house.admin.people.forget(personIn(call), call.by)
      return { receipt: person, at: isoOf(at), rows, removed: { ...removed } as Record<string, number> }
    },
  }),
  operation({
    ...{ method: 'GET', url: '/v1/agents/{agent}/people/{person}/state', id: 'getState', tag, scope: 'people:read' },
    summary: 'The state that an agent keeps of a person.',
    path: ofOne,
    answer: z.object({ state: z.record(z.string(), z.string()) }),
    async run(call) {
      const { house, by } = call
      const { agent, person: named } = await keptOf(call)
      const person = await house.store.personLinks.personOf(by.account, named)
      return { state: { ...(await house.store.people.state(orderKey(by.account, agent, person))) } }
    },
  }),
  operation({
    ...{ method: 'PUT', url: '/v1/agents/{agent}/people/{person}/state/{key}', id: 'setState', tag },
    ...{ scope: 'people:write', path: ofOne.extend({ key: z.string().min(1) }) },
    summary: 'Set a value of the state that an agent keeps of a person, as an admin writes it.',
    body: z.strictObject({ value: z.string() }),
    async run(call) {
      await call.house.admin.personStates.set(await keptOf(call), call.path.key, call.body.value, call.by)
    },
  }),
  operation({
    ...{ method: 'DELETE', url: '/v1/agents/{agent}/people/{person}/state', id: 'clearState', tag },
    ...{ scope: 'people:write', path: ofOne },
    summary: 'Have an agent forget the state and the facts of a person. What was said is still remembered.',
    async run(call) {
      await call.house.admin.personStates.clear(await keptOf(call), call.by)
    },
  }),
  operation({
    ...{ method: 'POST', url: '/v1/agents/{agent}/people/{person}/reset', id: 'resetPerson', tag },
    ...{ scope: 'people:write', path: ofOne },
    summary: 'Have an agent begin anew with a person: memory, scenario, state, facts and files go.',
    async run(call) {
      await call.house.admin.personStates.reset(await keptOf(call), call.by)
    },
  }),
]
