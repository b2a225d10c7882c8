import { expect, it, onTestFinished } from 'vitest'
import type { CommandCall, Given } from '../../src/model/command.ts'
import type { FileRef, InboundFile, Place } from '../../src/model/message.ts'
import type { Adapter, Channel } from '../../src/ports/channel.ts'
import { firstAccount } from '../../src/store/accounts.ts'
import { chatHouse } from '../support/chat-house.ts'
import { install } from '../support/installing.ts'
import { tempFolder } from '../support/temp-folder.ts'

const [channel, workspace] = ['slack:T0PARLEY:C0GENERAL' as Place, 'slack:T0PARLEY' as Place]
const document: InboundFile = { ref: 'F1' as FileRef, name: 'parking.md', size: 40 }

/** A house with a workspace, whose files hold one sentence each. */
async function workspaceHouse() {
  const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished })
  await install(house.store, 'slack', 'T0PARLEY')
  const only: Partial<Channel> = {
    platform: 'slack',
    async download(ref) {
      if (ref === document.ref) return { ok: Buffer.from('Guests park behind the house.') }
      return { refused: { code: 'gone', detail: 'file_not_found' } }
    },
  }
  const adapter: Pick<Adapter, 'platform' | 'start' | 'stop' | 'channel'> = {
    platform: 'slack',
    start: async () => {},
    stop: async () => {},
    channel: () => only as Channel,
  }
  await house.join(adapter as Adapter)
  let events = 0
  const call = (given: Given, more: Partial<CommandCall> = {}) =>
    house.inbox.command({
      eventId: `event-${++events}`,
      platform: 'slack',
      installation: 'T0PARLEY',
      within: [channel, workspace],
      conversation: channel,
      author: { uid: 'slack_T0PARLEY_U0ANN', id: 'U0ANN' },
      given,
      managesPlace: async () => true,
      ...more,
    })
  const say = (text: string, files: readonly InboundFile[] = [], more: Partial<CommandCall> = {}) =>
    call({ text, files }, more)
  return { ...house, call, say }
}

it('a command is used in the account of its installation, about the agent of its place', async () => {
  const { say, store } = await workspaceHouse()
  await store.db.batch([store.places.bindStep({ place: workspace, account: firstAccount, agent: 'test', mode: 'all' })])
  expect((await say('show')).text).toContain('`test`, version 1')
  expect((await say('use test thread')).text).toContain('`test` answers in this channel')
  expect(await store.places.at(channel)).toMatchObject({ agent: 'test', mode: 'thread' })
  expect((await say('list', [], { installation: 'T0OTHER' })).text).not.toContain('test')
})

it('it is answered in the language of the person, or of what they wrote', async () => {
  const { say } = await workspaceHouse()
  const author = { uid: 'slack_T0PARLEY_U0ANN', id: 'U0ANN', locale: 'ja-JP' }
  expect((await say('list', [], { author })).text).toContain('エージェント')
  expect((await say('rule list 営業')).text).toContain('ルール')
  expect((await say('rule list open')).text).toContain('has no rules')
})

it('files that come with it are fetched from the platform, and what cannot be had is said', async () => {
  const { say, call, admin } = await workspaceHouse()
  const gone: InboundFile = { ref: 'F2' as FileRef, name: 'gone.md', size: 5 }
  const huge: InboundFile = { ref: 'F3' as FileRef, name: 'huge.md', size: 1e9 }
  const { text } = await say('knowledge add', [document, gone, huge])
  expect(text).toMatch(/✅ `parking.md`/)
  expect(text).toMatch(/❌ `gone.md`: /)
  expect(text).toMatch(/❌ `huge.md`: huge.md is too large/)
  const actor = { account: firstAccount, author: 'test', door: 'cli' } as const
  expect((await admin.knowledge.list('test', actor)).map(({ name }) => name)).toEqual(['parking.md'])
  expect((await call({ command: 'knowledge add', values: { file: [document] } })).text).toMatch(/known already/)
})

it('only whoever manages the place where the account began becomes its first owner', async () => {
  const { say, store, admin } = await workspaceHouse()
  await install(store, 'slack', 'T0SECOND')
  const ben = { uid: 'slack_T0SECOND_U0BEN', id: 'U0BEN' }
  await say('list', [], { installation: 'T0SECOND', author: ben })
  expect(await admin.roles.hasOwner(firstAccount)).toBe(false)
  await say('list')
  expect(await admin.roles.list(firstAccount)).toMatchObject([{ person: 'slack_T0PARLEY_U0ANN', role: 'owner' }])
})

it('what is offered while somebody types is of their account, and never makes them its owner', async () => {
  const { inbox, admin } = await workspaceHouse()
  const typing = {
    platform: 'slack',
    installation: 'T0PARLEY',
    within: [channel, workspace],
    author: { uid: 'slack_T0PARLEY_U0ANN', id: 'U0ANN' },
    command: 'show',
    parameter: 'agent',
    typed: '',
    values: {},
  } as const
  expect(await inbox.complete(typing)).toEqual([])
  await admin.roles.seed({ account: firstAccount, author: typing.author.uid, door: 'slack' })
  expect(await inbox.complete(typing)).toMatchObject([{ value: 'test' }])
  expect(await inbox.complete({ ...typing, installation: 'T0OTHER' })).toEqual([])
})

it('what goes wrong in us is told as that', async () => {
  const { say } = await workspaceHouse()
  await say('help')
  const broken = await say('list', [], { managesPlace: () => Promise.reject(new Error('secret')) })
  expect(broken.text).not.toContain('secret')
  const { call } = await workspaceHouse()
  const { text } = await call({ text: 'list', files: [] }, { managesPlace: () => Promise.reject(new Error('secret')) })
  expect(text).toBe('Something went wrong. Please try again; if it stays so, tell whoever runs Parley.')
})
