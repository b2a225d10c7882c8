import { expect, it, onTestFinished } from 'vitest'
import type { SlackSimulatorOptions } from '../../../console/stand-ins/slack/index.ts'
import { createChatCommands } from '../../../src/bridge/commands.ts'
import { createLog } from '../../../src/lib/log.ts'
import { orderKey } from '../../../src/model/key.ts'
import type { Place } from '../../../src/model/message.ts'
import { firstAccount } from '../../../src/store/accounts.ts'
import { caller, commandHouse, uid } from '../../admin/commands/house.ts'
import { ann as atConsole, guide } from '../../admin/support.ts'
import { inboxWith } from '../../support/adapter-parts.ts'
import { installationsOf } from '../../support/installing.ts'
import { createHarness, type Way } from './harness.ts'

const users = [
  { id: 'U0ANN', name: 'ann', real_name: 'Ann', is_bot: false, is_owner: true },
  { id: 'U0BEN', name: 'ben', real_name: 'Ben', is_bot: false },
  { id: 'U0CLEO', name: 'cleo', real_name: 'Cleo', is_bot: false, locale: 'ja-JP' },
]

type Block = { type: string; block_id: string; text?: { text: string }; elements?: Element[] }
type Element = { action_id: string; text: { text: string } }

const textOf = (view: { blocks: unknown[] } | undefined): string =>
  ((view?.blocks ?? []) as Block[]).flatMap(({ text }) => (text ? [text.text] : [])).join('\n')
const buttonsIn = (view: { blocks: unknown[] } | undefined) =>
  ((view?.blocks ?? []) as Block[]).flatMap(({ block_id, elements = [] }) =>
    elements.map(({ action_id, text }) => ({ label: text.text, block_id, action_id })),
  )

/** The commands as they are, with Slack before them; `guide` answers in private. */
async function start({
  way = 'socket' as Way,
  isOwned = true,
  app = {} as NonNullable<SlackSimulatorOptions['app']>,
} = {}) {
  const house = await commandHouse({ hasOwner: isOwned })
  const { admin, store, commands } = house
  const harness = await createHarness(way, {
    simulator: { users, app },
    limits: { ackTimeoutMs: 3000, enforceRates: false },
    slack: { installations: installationsOf(house, 'slack') },
  })
  onTestFinished(() => harness.close())
  const { slack, simulator } = harness
  await slack.start(
    inboxWith(
      createChatCommands({
        store,
        commands,
        channelMode: 'mention',
        channelOf: ({ installation }) => slack.channel(installation),
        spelledAt: () => ({ after: '/agent' }),
        listening: { check: async () => {} },
        running: { stopAll: async () => {} },
        log: createLog('silent'),
      }),
    ),
  )
  await admin.agents.create({ agent: { id: 'guide', ...guide } }, atConsole)
  await store.db.batch([
    store.places.bindStep({
      ...{ place: 'slack:T0PARLEY' as Place, account: firstAccount, agent: 'guide', mode: 'mention' },
    }),
  ])

  /** Opens the Home tab, and reads it once it is new. */
  async function open(user: string): Promise<string> {
    const before = simulator.home(user)?.hash
    simulator.open({ user, tab: 'home' })
    await expect.poll(() => simulator.home(user)?.hash, { interval: 2 }).not.toBe(before)
    return textOf(simulator.home(user))
  }

  const over = (user: string) => simulator.views.filter((view) => view.user === user).at(-1)

  /** Presses what is uppermost before somebody, and reads what is then. */
  async function press(user: string, label: string): Promise<string> {
    const view = over(user) ?? simulator.home(user)!
    const before = [over(user)?.id, over(user)?.hash].join()
    const button = buttonsIn(view).find((one) => one.label === label)
    if (!button) throw new Error(`There is no button ${label} in ${textOf(view)}`)
    const { block_id, action_id } = button
    await simulator.pressIn({ user, view: view.id, block_id, action_id })
    await expect.poll(() => [over(user)?.id, over(user)?.hash].join(), { interval: 2 }).not.toBe(before)
    return textOf(over(user))
  }

  /** Something of Ben, with the agent. */
  async function keep(): Promise<void> {
    const values = { agent: 'guide', person: uid('ben'), key: 'plan', value: 'gold' }
    const { text } = await commands.run({
      caller: caller('ann'),
      eventId: 'keep',
      given: { command: 'state set', values },
    })
    expect(text).toContain('gold')
  }

  return { ...house, ...harness, open, press, over, keep }
}

it.each<Way>(['socket', 'http'])('shows a person who answers them and what is kept of them, by %s', async (way) => {
  const { open, simulator, keep } = await start({ way })
  const read = await open('U0BEN')
  expect(read).toContain('In private `guide` answers you')
  expect(read).toContain('What is known of you\nNothing is kept of you.')
  expect(read).not.toContain('Your agents')
  expect(buttonsIn(simulator.home('U0BEN')).map(({ label }) => label)).toEqual(['Help', 'My data…'])
  await keep()
  expect(await open('U0BEN')).toContain('• `guide`: 1 value')
})

it('shows admins their agents, what may be used, and the conversations that people have', async () => {
  const { open, admin, store, clock } = await start()
  const actor = { ...atConsole, nonce: 'limit' }
  await admin.budgets.set({ scope: 'person', subject: '', unit: 'answers', period: 'day', most: 30 }, actor)
  const { handovers } = store
  const asked = { id: 'abcdef0123456789', why: 'wish', summary: 'a secret of Ben', transcript: 'a secret' } as const
  const key = orderKey(firstAccount, 'guide', uid('ben'))
  await store.db.batch([
    handovers.askStep(asked, { key, conversation: 'slack:T0PARLEY:D0BEN', turn: 't1', context: '{}' }),
  ])
  await store.db.batch([handovers.agreeStep(asked.id, { team: 'slack:T0PARLEY:C0GENERAL', remindAt: clock.now })])
  const thread = { place: 'slack:T0PARLEY:C0GENERAL:1.1', team: 'slack:T0PARLEY:C0GENERAL:1.1' }
  await store.db.batch([handovers.postedStep(asked.id, thread, 'card')])
  const read = await open('U0ANN')
  expect(read).toMatch(/Conversations with people\n• `abcdef01` \*waiting\*, asked .* UTC: by their wish/)
  expect(read).toMatch(/Your agents\n[\s\S]*\bguide\b[\s\S]*How much/)
  expect(read).toContain('How much you may use\n')
  expect(read).toMatch(/30 answers/)
  expect(read).not.toContain('secret')
  expect(await open('U0BEN')).not.toContain('abcdef01')
})

it('answers its buttons over it, theirs in their place, and is itself as it is then', async () => {
  const { open, press, over, simulator, keep } = await start()
  await keep()
  expect(await open('U0BEN')).toContain('1 value')
  expect(await press('U0BEN', 'My data…')).toContain('This is kept of you')
  const first = over('U0BEN')!.id
  expect(await press('U0BEN', 'Forget…')).toContain('It cannot be undone')
  expect(await press('U0BEN', 'Forget it now')).toContain('Your receipt is')
  expect(over('U0BEN')!.id).toBe(first)
  await expect.poll(() => textOf(simulator.home('U0BEN')), { interval: 2 }).toContain('Nothing is kept of you.')
})

it('opens forms over it', async () => {
  const { open, press, over, simulator, admin } = await start()
  await open('U0ANN')
  await press('U0ANN', 'New agent…')
  const form = over('U0ANN')!
  expect((form.blocks as Block[]).some(({ type }) => type === 'input')).toBe(true)
  await simulator.close({ user: 'U0ANN', view: form.id })
  expect(await press('U0ANN', 'Usage')).toMatch(/month/)
  expect((await admin.agents.list(atConsole)).map(({ id }) => id)).toEqual(['guide'])
})

it('is in the language of who looks', async () => {
  const { open, simulator } = await start()
  expect(await open('U0CLEO')).toContain('個別の会話では `guide` が回答します。')
  expect(buttonsIn(simulator.home('U0CLEO')).map(({ label }) => label)).toEqual(['ヘルプ', '自分のデータ…'])
})

it('makes nobody an owner who only looks', async () => {
  const { open, admin } = await start({ isOwned: false })
  expect(await open('U0ANN')).not.toContain('Your agents')
  expect(await admin.roles.hasOwner(firstAccount)).toBe(false)
})

it('is not shown, and disturbs nothing, where the app has no such tab', async () => {
  const { simulator, log } = await start({ app: { homeTab: false } })
  simulator.open({ user: 'U0BEN', tab: 'home' })
  await expect.poll(() => log.map(({ message }) => message)).toContain('the Home tab of a person could not be shown')
  expect(simulator.home('U0BEN')).toBeUndefined()
  expect(simulator.deliveries.at(-1)!.outcome).toBe('ok')
})
