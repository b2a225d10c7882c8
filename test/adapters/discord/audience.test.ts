import { expect, it, onTestFinished } from 'vitest'
import { createDiscord } from '../../../adapters/discord/index.ts'
import { channelPlace, directInstallation, threadPlace } from '../../../adapters/discord/places.ts'
import { createDiscordSimulator } from '../../../console/stand-ins/discord/index.ts'
import { GUILDS, PEOPLE } from '../../../console/stand-ins/discord/settings.ts'
import { inboxWith, memoryInstallations, memoryNotes } from '../../support/adapter-parts.ts'
import { ANN, APP, BEN, GUILD } from './harness.ts'

const [STAFF, MOD] = ['1200000000000097001', '1200000000000097002']
const ids = {
  ...{ general: '1200000000000097100', lobby: '1200000000000097101', staff: '1200000000000097102' },
  ...{ mods: '1200000000000097103', both: '1200000000000097104', mute: '1200000000000097105' },
  ...{ adults: '1200000000000097106', forgetful: '1200000000000097107', ann: '1200000000000097108' },
}
type Name = keyof typeof ids
const hidden = { id: GUILD, kind: 'role' as const, deny: ['viewChannel' as const] }
const shown = (id: string, kind: 'role' | 'member' = 'role') => ({ id, kind, allow: ['viewChannel' as const] })
const app = shown(APP, 'member')
const channels: Record<Name, object> = {
  general: {},
  lobby: {},
  staff: { overwrites: [hidden, shown(STAFF!), app] },
  mods: { overwrites: [hidden, shown(MOD!), app] },
  both: { overwrites: [hidden, shown(STAFF!), shown(MOD!), app] },
  mute: { overwrites: [{ id: BEN, kind: 'member', deny: ['viewChannel'] }] },
  adults: { nsfw: true },
  forgetful: { overwrites: [{ id: GUILD, kind: 'role', deny: ['readMessageHistory'] }] },
  ann: { overwrites: [hidden, shown(ANN, 'member'), app] },
}

it('what everybody who sees a place may read elsewhere is told there, and nothing else', async () => {
  const simulator = createDiscordSimulator({
    people: PEOPLE,
    guilds: [
      {
        ...GUILDS[0]!,
        roles: [
          { id: STAFF!, name: 'staff' },
          { id: MOD!, name: 'mods' },
        ],
        channels: Object.entries(channels).map(([name, more]) => ({ id: ids[name as Name], name, ...more })),
      },
    ],
    limits: { identifyWindowMs: 0, enforceRates: false },
  })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const adapter = createDiscord({
    ...{ botToken: simulator.token, apiUrl: `${simulator.url}/api` },
    installations: memoryInstallations(),
    notes: memoryNotes(),
    budget: { learn() {}, tryTake: async () => 'ok' },
    log: { debug() {}, info() {}, warn() {}, error() {} },
  })
  await adapter.start(inboxWith())
  onTestFinished(() => adapter.stop())
  const reading = () => adapter.channel(GUILD)!.reading!
  const place = (name: Name) => channelPlace(GUILD, ids[name])
  const may = async (there: Name, here: Name | 'alone', person = ANN) => {
    const isAlone = here === 'alone'
    const at = isAlone ? channelPlace(directInstallation(APP), '1200000000000097999') : place(here)
    const told = await reading().mayTell!(
      { place: place(there), here: at, person, isAlone },
      AbortSignal.timeout(60_000),
    )
    expect(told.calls).toBeLessThanOrEqual(4)
    return told.may
  }
  const rows: [Name, Name | 'alone', boolean, string?][] = [
    ['general', 'lobby', true],
    ['general', 'staff', true],
    ['staff', 'general', false],
    ['both', 'staff', true],
    ['both', 'mods', true],
    ['staff', 'both', false],
    ['staff', 'mods', false],
    ['staff', 'staff', true],
    ['mute', 'general', false],
    ['adults', 'general', false],
    ['general', 'adults', true],
    ['forgetful', 'general', false],
    ['ann', 'general', false],
    ['ann', 'alone', true],
    ['ann', 'alone', false, BEN],
    ['mute', 'alone', false, BEN],
    ['general', 'alone', true, BEN],
    ['general', 'alone', false, '1200000000000097998'],
  ]
  const found = await Promise.all(rows.map(async ([there, here, , person]) => may(there, here, person)))
  expect(found).toEqual(rows.map(([, , wanted]) => wanted))

  const message = simulator.say({ user: ANN, channel: ids.general, content: 'a thread begins' })
  const open = simulator.startThread({ user: ANN, channel: ids.general, message, name: 'open' })
  const secret = simulator.startThread({ user: ANN, channel: ids.general, name: 'secret', private: true })
  const inThread = async (id: string) => {
    const telling = { place: threadPlace(GUILD, ids.general, id), here: place('lobby'), person: ANN, isAlone: false }
    return (await reading().mayTell!(telling, AbortSignal.timeout(60_000))).may
  }
  expect([await inThread(open), await inThread(secret)]).toEqual([true, false])

  const links = `see https://discord.com/channels/${GUILD}/${ids.general}/${message}, https://canary.discord.com/channels/${GUILD}/${open}/${message} and https://discord.com/channels/@me/1/2`
  await expect
    .poll(() => reading().linked!(links).map((one) => one.place))
    .toEqual([place('general'), threadPlace(GUILD, ids.general, open)])
})
