import { expect, it } from 'vitest'
import { traces } from '../../../src/store/traces.ts'
import { untilAborted } from '../../support/until-aborted.ts'
import { ANN, DIRECT, GENERAL, GROUP } from './harness.ts'
import { free, open } from './talking.ts'

/** What a model has written so far, as the test lets it go on. */
function written() {
  const steps: ((text: string | undefined) => void)[] = []
  const said: (string | undefined)[] = []
  const next = () => new Promise<string | undefined>((go) => (said.length > 0 ? go(said.shift()) : steps.push(go)))
  const write = (text: string | undefined) => {
    const go = steps.shift()
    if (go) go(text)
    else said.push(text)
  }
  async function* speak(_: unknown, signal: AbortSignal) {
    const ended = untilAborted(signal).catch(() => undefined)
    const nextOrEnd = () => Promise.race([next(), ended])
    for (let text = await nextOrEnd(); text !== undefined; text = await nextOrEnd()) yield text
  }
  return { speak, write }
}

it('an answer in a group begins with a whole sentence, which is what Teams tells people of it', async () => {
  const { speak, write } = written()
  const { simulator, start, call, ours } = await open({ simulator: free, speak, source: 'model' })
  await start()
  call('what is new?', GROUP)
  write('Wave 1 rolls in. Wav'.slice(0, 12))
  write('Wave 1 rolls in.')
  write('Wave 1 rolls in. Wave 2 follows')
  await expect.poll(() => ours().length).toBe(1)
  write('Wave 1 rolls in. Wave 2 follows.')
  write(undefined)
  await expect.poll(() => ours()[0]?.text).toBe('Wave 1 rolls in. Wave 2 follows.')
  const posts = simulator.calls.filter(({ route, body }) => {
    return route === 'POST activities' && (body as { type?: string }).type === 'message'
  })
  expect(posts.map(({ body }) => (body as { text: string }).text)).toEqual(['Wave 1 rolls in. Wave 2 follows'])
  // It says from its first word on that a model writes it.
  expect(JSON.stringify(posts[0]!.body)).toContain('AIGeneratedContent')
})

it('every message of a long answer says that a model wrote it, and none of a rule', async () => {
  const long = Array.from({ length: 900 }, (_, n) => `This is sentence number ${n}.`).join('\n')
  const { start, call, ours } = await open({
    simulator: free,
    teams: { unlimited: true },
    speak: async function* () {
      yield long
    },
    source: 'model',
  })
  await start()
  call('tell me all')
  await expect.poll(() => ours().length).toBeGreaterThan(1)
  await expect.poll(() => ours().at(-1)?.feedback).toBe('default')
  expect(ours().map(({ ai_label }) => ai_label)).toEqual(ours().map(() => true))
  const ruled = await open({ simulator: free, source: 'rule' })
  await ruled.start()
  ruled.say('hello')
  await expect.poll(() => ruled.ours().length).toBe(1)
  expect(ruled.ours()[0]!.ai_label).toBe(false)
})

it('what somebody writes beside their thumb is kept with the answer, and is theirs', async () => {
  const { simulator, start, say, ours } = await open({ simulator: free, teams: { unlimited: true }, source: 'model' })
  const { store } = await start()
  say('hello')
  await expect.poll(() => ours()[0]?.feedback).toBe('default')
  const at = { user: ANN, conversation: DIRECT, message: ours()[0]!.id }
  const refs = async () => (await store.db.query.selectFrom('part').select('ref').execute()).map(({ ref }) => ref)
  await expect.poll(refs).toEqual([expect.stringContaining(at.message)])
  const votes = () => store.db.query.selectFrom('feedback').selectAll().execute()
  await simulator.feedback({ ...at, reaction: 'dislike', text: '  The price is  wrong. ' })
  const rows = await votes()
  expect(rows).toMatchObject([{ good: 0, words: 'The price is  wrong.' }])
  expect((await traces(store.db).byId(rows[0]!.turn))?.opinions).toEqual(['The price is  wrong.'])
  // Their last word counts, also where it has no words.
  await simulator.feedback({ ...at, reaction: 'like' })
  expect(await votes()).toMatchObject([{ good: 1, words: null }])
})

it.each([
  ['a channel', GENERAL],
  ['a group chat', GROUP],
  ['a personal chat', DIRECT],
])('taken out of %s, it ends what waits there and keeps what was said', async (_, conversation) => {
  const { speak, write } = written()
  const { simulator, start, call, say, ours } = await open({ simulator: free, teams: { unlimited: true }, speak })
  const { store } = await start()
  const ask = (text: string) => (conversation === DIRECT ? say(text) : call(text, conversation))
  ask('first')
  write('First answer.')
  write(undefined)
  await expect.poll(() => ours().length).toBe(1)
  ask('second')
  const open_ = () => store.db.query.selectFrom('inbox').select('status').where('status', '=', 'open').execute()
  await expect.poll(async () => (await open_()).length).toBe(1)
  simulator.install({ user: ANN, conversation, on: false })
  await expect.poll(async () => (await open_()).length).toBe(0)
  await simulator.idle()
  expect(ours()).toHaveLength(1)
  const kept = await store.db.query.selectFrom('turn').select('answer').execute()
  expect(kept.map(({ answer }) => answer)).toContainEqual(expect.stringContaining('First answer.'))
})

it('is the same person and the same tenant in whatever case Microsoft writes them', async () => {
  const { simulator, start, say, ours } = await open({ simulator: free, teams: { unlimited: true } })
  const { store } = await start()
  say('hello')
  await expect.poll(() => ours().length).toBe(1)
  const { activity } = simulator.deliveries.findLast(({ activity }) => activity['text'] === 'hello')!
  const { from, conversation, channelData } = activity as Record<string, Record<string, unknown>>
  const shouted = (text: unknown) => String(text).toUpperCase()
  const told = await simulator.deliver({
    ...activity,
    id: '1700000000001',
    text: 'again',
    from: { ...from, aadObjectId: shouted(from!['aadObjectId']) },
    conversation: { ...conversation, tenantId: shouted(conversation!['tenantId']) },
    channelData: { ...channelData, tenant: { id: shouted(simulator.tenantId) } },
  })
  expect(told).toMatchObject({ status: 200 })
  await expect.poll(() => ours().length).toBe(2)
  const turns = await store.db.query.selectFrom('turn').select('key').execute()
  expect(new Set(turns.map(({ key }) => key)).size).toBe(1)
})
