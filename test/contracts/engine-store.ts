import type { AgentVersion } from '../../src/model/agent.ts'
import type { Effects } from '../../src/model/conversation.ts'
import { orderKey } from '../../src/model/key.ts'
import type { Passage } from '../../src/model/knowledge.ts'
import type { ScenarioProgress } from '../../src/model/scenario.ts'
import type { EngineStore } from '../../src/ports/engine-store.ts'
import type { Search } from '../../src/ports/search.ts'
import type { Runner } from './runner.ts'

/** A store of the engine's with nothing in it, and how what it reads comes to be there. */
export interface EngineStoreWorld {
  readonly store: EngineStore
  readonly search: Search
  /** The next version of an agent, or its first. */
  publish(agent: AgentVersion): Promise<void>
  /** What the agent knows from a source, in place of what it knew from one of that name. */
  learn(agent: string, source: string, passages: readonly Passage[]): Promise<void>
  /** All or nothing. */
  commit(key: string, conversation: string, effects: Effects): Promise<void>
  close?(): Promise<void>
}

const ann = orderKey('default', 'desk', 'ann')
const ben = orderKey('default', 'desk', 'ben')

/** The promises of `src/ports/engine-store.ts`. `make` gives a store of its own to each test. */
export function testEngineStore(
  name: string,
  make: () => Promise<EngineStoreWorld>,
  { describe, it, afterEach, expect }: Runner,
): void {
  describe(`${name}: engine store contract`, () => {
    const opened: EngineStoreWorld[] = []
    const open = async (): Promise<EngineStoreWorld> => {
      const world = await make()
      opened.push(world)
      return world
    }
    afterEach(async () => {
      for (const world of opened.splice(0)) await world.close?.()
    })

    it('keeps every version of an agent', async () => {
      const { store, publish } = await open()
      await publish(agentOf(1, 'Desk'))
      await publish(agentOf(2, 'Front desk'))
      expect(await store.agents.version('desk', 1)).toEqual(agentOf(1, 'Desk'))
      expect(await store.agents.version('desk', 2)).toEqual(agentOf(2, 'Front desk'))
      expect(await store.agents.version('desk', 3)).toBeUndefined()
      expect(await store.agents.version('other', 1)).toBeUndefined()
    })

    it('knows nothing of somebody new', async () => {
      const { store } = await open()
      expect(await store.people.stateWithWriters(ann)).toEqual({})
      expect(await store.people.memory(ann, 'dm', 10)).toEqual([])
      expect(await store.scenarios.progress(ann, 'dm')).toBeUndefined()
    })

    it('keeps a state for each person, with who wrote each value', async () => {
      const { store, commit } = await open()
      const name = { value: 'Ann', writer: 'scenario' } as const
      const odd = { value: '渡辺 🙂', writer: 'caller' } as const
      await commit(ann, 'dm', { ...nothing(), set: { name, 'a key, of sorts': odd } })
      await commit(ann, 'a channel', { ...nothing(), set: { name: { value: 'Anne', writer: 'admin' } } })
      await commit(ben, 'dm', { ...nothing(), set: { name: { value: 'Ben', writer: 'model' } } })
      const state = await store.people.stateWithWriters(ann)
      expect(state).toMatchObject({ name: { value: 'Anne', writer: 'admin' }, 'a key, of sorts': odd })
      await commit(ann, 'dm', { ...nothing(), unset: ['name', 'never there'] })
      expect(Object.keys(await store.people.stateWithWriters(ann))).toEqual(['a key, of sorts'])
      expect(Object.keys(await store.people.stateWithWriters(ben))).toEqual(['name'])
    })

    it('remembers each conversation for itself, and tells the last of it, oldest first', async () => {
      const { store, commit } = await open()
      const said = (text: string) => ({ role: 'user' as const, text })
      await commit(ann, 'dm', { ...nothing(), remember: [said('1'), { role: 'assistant', text: '2' }] })
      await commit(ann, 'dm', { ...nothing(), remember: [said('3')] })
      await commit(ann, 'a channel', { ...nothing(), remember: [said('4')] })
      const texts = async (limit: number) => (await store.people.memory(ann, 'dm', limit)).map(({ text }) => text)
      expect(await store.people.memory(ann, 'dm', 2)).toEqual([{ role: 'assistant', text: '2' }, said('3')])
      expect(await texts(10)).toEqual(['1', '2', '3'])
      expect(await texts(0)).toEqual([])
      await commit(ann, 'dm', { ...nothing(), resetMemory: true, remember: [said('5')] })
      expect(await texts(10)).toEqual(['5'])
      expect(await store.people.memory(ann, 'a channel', 10)).toEqual([said('4')])
      expect(await store.people.memory(ben, 'dm', 10)).toEqual([])
    })

    it('keeps where a conversation is in a scenario until it is in none', async () => {
      const { store, commit } = await open()
      await commit(ann, 'dm', { ...nothing(), scenario: at('ask') })
      await commit(ann, 'dm', nothing())
      expect(await store.scenarios.progress(ann, 'dm')).toEqual(at('ask'))
      expect(await store.scenarios.progress(ann, 'a channel')).toBeUndefined()
      await commit(ann, 'dm', { ...nothing(), scenario: at('end') })
      expect(await store.scenarios.progress(ann, 'dm')).toEqual(at('end'))
      await commit(ann, 'dm', { ...nothing(), scenario: null })
      expect(await store.scenarios.progress(ann, 'dm')).toBeUndefined()
    })

    it('finds what an agent knows by its words, best first', async () => {
      const { store, search, learn } = await open()
      await learn('desk', 'shop.md', shop)
      await learn('other', 'other.md', [{ title: '', text: 'Parking costs nothing.' }])
      const hits = await search.query('desk', 'what does parking cost?', 5)
      expect(hits[0]).toMatchObject({ ...shop[1], source: 'shop.md' })
      for (const { score } of hits) expect(score).toBeLessThanOrEqual(1)
      expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).toSorted((a, b) => b - a))
      expect(await search.query('desk', 'free hours', 1)).toHaveLength(1)
      for (const unknown of ['volcano', '?!', '']) expect(await search.query('desk', unknown, 5)).toEqual([])
      const [{ score: _, ...passage }] = hits as [(typeof hits)[0]]
      expect(await store.knowledge.passages([passage.id, 999_999])).toEqual([passage])
    })

    it('finds no longer what a source said before', async () => {
      const { store, search, learn } = await open()
      await learn('desk', 'shop.md', shop)
      const [hit] = await search.query('desk', 'parking', 1)
      await learn('desk', 'shop.md', [{ title: 'Parking', text: 'There is none.' }])
      expect((await search.query('desk', 'parking', 5)).map(({ text }) => text)).toEqual(['There is none.'])
      expect(await store.knowledge.passages([hit!.id])).toEqual([])
    })

    it('compares meanings by their direction, each agent and model for itself', async () => {
      const { store, learn } = await open()
      await learn('desk', 'shop.md', shop)
      await learn('other', 'other.md', [{ title: '', text: 'Else.' }])
      const missing = await store.vectors.missing('m', 0, 10)
      expect(missing.map(({ text }) => text)).toEqual([...shop.map(({ text }) => text), 'Else.'])
      const [a, b, c, d] = missing.map(({ id }) => id) as [number, number, number, number]
      await store.vectors.put('m', [
        { passage: a, vector: Float32Array.of(3, 0) },
        { passage: b, vector: Float32Array.of(1, 1) },
        { passage: d, vector: Float32Array.of(0, 1) },
        { passage: 999_999, vector: Float32Array.of(0, 1) },
      ])
      await store.vectors.put('n', [{ passage: c, vector: Float32Array.of(0, 1) }])
      const near = await store.vectors.nearest('desk', 'm', Float32Array.of(0, 5), 2)
      expect(near.map(({ id }) => id)).toEqual([b, a])
      expect(near[0]!.cosine).toBeCloseTo(Math.SQRT1_2)
      expect(await store.vectors.nearest('desk', 'n', Float32Array.of(0, 5), 5)).toEqual([{ id: c, cosine: 1 }])
      expect((await store.vectors.missing('m', 0, 10)).map(({ id }) => id)).toEqual([c])
      expect((await store.vectors.missing('n', a, 1)).map(({ id }) => id)).toEqual([b])
    })
  })
}

const shop: Passage[] = [
  { title: 'Opening hours', text: 'We are open Monday to Friday from 9 to 18.' },
  { title: 'Parking', text: 'The first two hours are free, then each hour costs 2 euros.' },
  { title: 'Refunds', text: 'You can return what you bought within 30 days.' },
]

const nothing = (): Effects => ({ resetMemory: false, remember: [], set: {}, unset: [], calls: [] })

function agentOf(version: number, displayName: string): AgentVersion {
  const agent = { displayName, description: '', photoUrl: '', providerName: '', scope: 'private' as const }
  const document = { agent, webhooks: [], replies: {}, rules: [], scenarios: [] }
  return { id: 'desk', account: 'default', version, document }
}

const at = (node: string): ScenarioProgress => ({
  scenario: 'welcome',
  version: 1,
  node,
  since: 1_790_000_000_000,
  reprompts: 0,
  language: 'ja',
  suspended: [],
})
