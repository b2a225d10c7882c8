import { expect, it } from 'vitest'
import { untilAborted } from '../../support/until-aborted.ts'
import { ANN, BEN, GENERAL, GROUP } from './harness.ts'
import { free, open } from './talking.ts'

const MENTION = { id: ANN, text: '<at>Ann</at>' }
const first = 'It opens at nine. On Sun'
const whole = `${first}days it is closed.`

/** Ann asks; while her answer is being thought of somebody else asks there, too. Theirs is never answered. */
async function asked(where: string, offer?: string[]) {
  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  async function* speak({ utterance }: { utterance: string }, signal: AbortSignal) {
    const aborted = untilAborted(signal).catch(() => {})
    const isAnn = utterance.includes('open')
    if (isAnn) begun.resolve()
    await Promise.race([isAnn ? goOn.promise : aborted, aborted])
    yield isAnn ? first : ''
    await Promise.race([end.promise, aborted])
    yield isAnn ? whole : ''
  }
  const offers = offer && { offer: () => offer }
  const house = await open({ simulator: free, speak, source: 'model', ...offers })
  const { simulator, start, call } = house
  const process = await start()
  const root = call('when does it open?', where)
  await begun.promise
  call('and I have another question', where, { user: BEN, ...(where === GENERAL && { root }) })
  const said = () => process.store.db.query.selectFrom('said').select('event_id').execute()
  await expect.poll(async () => (await said()).length).toBe(2)
  const theirs = () => simulator.messages(where).filter(({ author, deleted }) => author.bot && !deleted)
  return { ...house, process, theirs, goOn: goOn.resolve, end: end.resolve }
}

it.each([
  ['a group chat', GROUP],
  ['a channel', GENERAL],
])('in %s where others wrote meanwhile an answer calls whoever asked, from its first message on', async (_, where) => {
  const { theirs, goOn, end } = await asked(where)
  goOn()
  await expect.poll(() => theirs().length).toBe(1)
  expect(theirs()[0]).toMatchObject({ mentions: [MENTION], notified: [ANN] })
  expect(theirs()[0]!.text).toMatch(/^<at>Ann<\/at>\n\nIt opens at nine\./)
  end()
  await expect.poll(() => theirs()[0]!.text).toBe(`<at>Ann</at>\n\n${whole}`)
  // It stands there as long as the message does, and nobody is notified again.
  expect(theirs()[0]).toMatchObject({ mentions: [MENTION], notified: [ANN], edited: true })
})

it('a card calls them too, and still does when one of its buttons was pressed, after a restart', async () => {
  const { simulator, start, process, theirs, goOn, end } = await asked(GROUP, ['Yes', 'No'])
  goOn()
  end()
  const card = () => theirs()[0]?.attachments[0] as { content: { body: { text?: string }[] } } | undefined
  await expect.poll(() => card()?.content.body[0]?.text).toBe('<at>Ann</at>')
  expect(theirs()[0]).toMatchObject({ mentions: [MENTION], notified: [ANN] })
  const delivered = () => process.store.db.query.selectFrom('turn').select('status').execute()
  await expect.poll(async () => (await delivered()).map(({ status }) => status)).toContain('delivered')
  await process.stop()
  await start()
  const message = theirs()[0]!.id
  await simulator.press({ user: ANN, conversation: GROUP, message, action: 'Yes' })
  await expect.poll(() => JSON.stringify(card())).toContain('✓ Yes')
  expect(theirs()[0]).toMatchObject({ mentions: [MENTION], notified: [ANN] })
})

it('what Teams refuses with a mention is said in plain words without one', async () => {
  const { simulator, theirs, goOn, end } = await asked(GROUP)
  simulator.faults.set([
    { route: 'POST activities', activity: 'message', kind: 'refuse', status: 400, code: 'BadArgument', times: 1 },
  ])
  goOn()
  end()
  await expect.poll(() => theirs()[0]?.text).toBe(whole)
  expect(theirs()[0]).toMatchObject({ mentions: [], notified: [] })
})

it('where nobody wrote meanwhile, and in a personal chat, an answer calls nobody', async () => {
  const { start, call, say, ours } = await open({ simulator: free, source: 'model' })
  await start()
  call('hello', GROUP)
  await expect.poll(() => ours().length).toBe(1)
  say('hello')
  await expect.poll(() => ours().length).toBe(2)
  expect(ours().flatMap(({ mentions, notified }) => [...mentions, ...notified])).toEqual([])
})
