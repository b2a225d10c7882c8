import { CODES } from '../../../adapters/discord/codes.ts'
import { createDiscord } from '../../../adapters/discord/index.ts'
import { createDiscordSimulator } from '../../../console/stand-ins/discord/index.ts'
import type { Fault } from '../../../console/stand-ins/discord/view.ts'
import type { Refusal } from '../../../src/ports/channel.ts'
import { type LadderRow, testLadder } from '../../contracts/ladder.ts'
import { some } from '../../support/extent.ts'
import { ANN, APP, GENERAL, ofOurs, toShown } from './harness.ts'

const POST = 'POST /channels/{channel}/messages'
const EDIT = 'PATCH /channels/{channel}/messages/{message}'
const REMOVE = 'DELETE /channels/{channel}/messages/{message}'

const refuse = (route: string, code: number, more: Partial<Fault> = {}): Fault => ({
  kind: 'refuse',
  route,
  code,
  channel: GENERAL,
  ...more,
})
const inPrivate = (code: number): Fault => ({ kind: 'refuse', route: POST, code, channel: 'direct' })

type Row = Omit<LadderRow<Fault>, 'what' | 'where'>
const rowsOf = (codes: readonly number[], row: (code: number) => Row) =>
  codes.map((code): LadderRow<Fault> => ({ what: String(code), where: 'posts', ...row(code) }))
const row = (what: string, more: Row): LadderRow<Fault> => ({ what, where: 'posts', ...more })

/** Every code that Discord documents for what we do, by what is to be done next. */
const meaning = (what: Refusal['code']) => Object.keys(CODES).flatMap((code) => (CODES[+code] === what ? +code : []))
/** Nothing is posted through them here. */
const ofInteractions = [10015, 10062, 40060, 40094, 50027]
/** What it replies to may not be read: the same without a reply is another message. */
const noReplies = 160002
const [invalid, forbidden, gone, unchangeable] = [
  meaning('invalid').filter((code) => code !== noReplies),
  meaning('forbidden'),
  meaning('gone').filter((code) => !ofInteractions.includes(code)),
  meaning('unchangeable'),
]
/** With HTTP 401: the token is refused, and is not tried again. */
const shutOut = [0, 40001, 50014]
const revoked = meaning('revoked').filter((code) => !shutOut.includes(code))
/** Discord says when to come back, or is in trouble, or nothing at all. */
const passing: Omit<Fault, 'route' | 'channel'>[] = [
  { kind: 'ratelimited', retryAfter: 0.2 },
  { kind: 'ratelimited', retryAfter: 0.2, scope: 'shared' },
  { kind: 'error' },
  { kind: 'error', status: 502 },
  { kind: 'drop' },
  { kind: 'reset' },
]

testLadder<Fault>({
  name: 'Discord',
  async open(house, now, onFinished) {
    const simulator = createDiscordSimulator({ now, limits: { identifyWindowMs: 0, enforceRates: false } })
    await simulator.start()
    onFinished(() => simulator.stop())
    const silent = { debug() {}, info() {}, warn() {}, error() {} }
    await house.join(
      createDiscord({
        botToken: simulator.token,
        apiUrl: `${simulator.url}/api`,
        installations: house.installationsOf('discord'),
        notes: house.store.notes('discord'),
        budget: house.budget,
        log: silent,
        now,
      }),
    )
    let before = 0
    const direct = simulator.direct(ANN)
    return {
      ask: (content) => void simulator.say({ user: ANN, channel: GENERAL, content: `<@${APP}> ${content}` }),
      seen: () => ofOurs(simulator, direct).map((one) => toShown(simulator, one)),
      plant(faults) {
        before = simulator.calls.length
        const at = (channel: string | undefined) => channel && { channel: channel === 'direct' ? direct : channel }
        simulator.faults.set(faults.map((fault) => ({ ...fault, ...at(fault.channel) })))
      },
      failed: () =>
        simulator.calls
          .slice(before)
          .filter(({ fault, path }) => fault && path.includes(GENERAL))
          .map(({ route }) => route),
    }
  },
  silent: [
    { kind: 'error', route: POST, channel: GENERAL },
    { kind: 'error', route: EDIT, channel: GENERAL },
  ],
  filed: 12_000,
  rows: [
    ...rowsOf(invalid, (code) => ({ at: 'first', faults: [refuse(POST, code)], end: 'alone' })),
    ...rowsOf(forbidden, (code) => ({ at: 'first', faults: [refuse(POST, code)], end: 'alone' })),
    ...rowsOf([...gone, ...revoked], (code) => ({ at: 'first', faults: [refuse(POST, code)], end: 'nobody' })),
    ...rowsOf(shutOut, (code) => ({ at: 'first', faults: [refuse(POST, code)], end: 'nobody', isOver: true })),
    ...rowsOf(invalid, (code) => ({ at: 'last', faults: [refuse(EDIT, code)], end: 'file' })),
    ...rowsOf(forbidden, (code) => ({ at: 'last', faults: [refuse(EDIT, code)], end: 'alone' })),
    ...rowsOf(gone, (code) => ({ at: 'last', faults: [refuse(EDIT, code)], end: 'nobody' })),
    ...rowsOf(unchangeable, (code) => ({ at: 'last', faults: [refuse(EDIT, code)], end: 'whole' })),

    ...rowsOf([noReplies], (code) => ({ at: 'first', faults: [refuse(POST, code, { times: 1 })], end: 'whole' })),
    ...rowsOf([50035], (code) => ({ at: 'first', faults: [refuse(POST, code, { times: 1 })], end: 'plain' })),
    ...rowsOf([50035], (code) => ({ at: 'first', faults: [refuse(POST, code, { times: 2 })], end: 'file' })),
    ...rowsOf([50035], (code) => ({ at: 'beginning', faults: [refuse(POST, code, { times: 1 })], end: 'plain' })),
    ...rowsOf([50013], (code) => ({ at: 'beginning', faults: [refuse(POST, code)], end: 'alone' })),
    ...rowsOf([50035], (code) => ({ at: 'last', faults: [refuse(EDIT, code, { times: 1 })], end: 'plain' })),
    row('50035, and no file', {
      at: 'last',
      faults: [refuse(EDIT, 50035), refuse(POST, 50035, { times: 1 })],
      end: 'alone',
    }),
    row('200000 to the answer, and 50007 in private', {
      at: 'first',
      faults: [refuse(POST, 200000, { times: 3 }), inPrivate(50007)],
      end: 'apology',
    }),
    row('200000 to all of it, and 50007 in private', {
      at: 'first',
      faults: [refuse(POST, 200000), inPrivate(50007)],
      end: 'nobody',
    }),
    row('50035 to the last words, and 50007 in private', {
      at: 'last',
      faults: [refuse(EDIT, 50035, { times: 2 }), refuse(POST, 50035, { times: 1 }), inPrivate(50007)],
      end: 'apology',
    }),
    row('50013, and 50007 in private', { at: 'first', faults: [refuse(POST, 50013), inPrivate(50007)], end: 'nobody' }),
    ...some([...invalid, ...forbidden, ...gone, ...unchangeable, ...revoked], 5).map((code) =>
      row(`30046, and ${code} to what was left behind`, {
        at: 'last',
        faults: [refuse(EDIT, 30046), refuse(REMOVE, code)],
        end: 'whole',
      }),
    ),
    ...some([...invalid, ...forbidden], 4).map((code) =>
      row(`${code} to a file`, { at: 'file', faults: [refuse(POST, code, { after: 5, times: 1 })], end: 'whole' }),
    ),
    ...some(passing, 2).map((fault) =>
      row(`30046, and ${fault.kind} ${fault.status ?? ''} to what was left behind`, {
        at: 'last',
        faults: [refuse(EDIT, 30046), { ...fault, route: REMOVE, channel: GENERAL, times: 1 }],
        end: 'whole',
      }),
    ),
    ...passing.flatMap((fault) => [
      row(`${fault.kind} ${fault.status ?? ''}`, {
        at: 'first',
        faults: [{ ...fault, route: POST, channel: GENERAL, times: 1 }],
        end: 'whole',
      }),
      row(`${fault.kind} ${fault.status ?? ''}`, {
        at: 'last',
        faults: [{ ...fault, route: EDIT, channel: GENERAL, times: 1 }],
        end: 'whole',
      }),
    ]),
  ],
})
