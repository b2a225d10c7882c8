import { createTeams } from '../../../adapters/teams/index.ts'
import { createTeamsSimulator } from '../../../console/stand-ins/teams/index.ts'
import type { Fault } from '../../../console/stand-ins/teams/view.ts'
import { type LadderRow, testLadder } from '../../contracts/ladder.ts'
import { some } from '../../support/extent.ts'
import { ANN, DIRECT, GENERAL, ofOurs, serve, toShown } from './harness.ts'

const POST = 'POST activities'
const EDIT = 'PUT activity'
const REMOVE = 'DELETE activity'

const refuse = (route: string, status: number, code: string, more: Partial<Fault> = {}): Fault => ({
  kind: 'refuse',
  route,
  status,
  code,
  conversation: GENERAL,
  ...more,
})

type Row = Omit<LadderRow<Fault>, 'what' | 'where'>
const row = (what: string, where: LadderRow<Fault>['where'], more: Row): LadderRow<Fault> => ({ what, where, ...more })
type Error = [status: number, code: string]
const rowsOf = (errors: readonly Error[], more: (...error: Error) => Row) =>
  errors.map((error) => row(error.join(' '), 'posts', more(...error)))

/** Source: "Status codes for bots" and "Rate limiting" of Microsoft's Teams documentation, and what others report. */
const invalid: Error[] = [
  [400, 'Bad Argument'],
  [413, 'MessageSizeTooBig'],
]
const forbidden: Error[] = [
  [403, 'ConversationBlockedByUser'],
  [403, 'BotDisabledByAdmin'],
  [403, 'ForbiddenOperationException'],
  [403, 'MessageWritesBlocked'],
  [403, 'BotNotInConversationRoster'],
  [403, 'NotEnoughPermissions'],
]
/** Microsoft: to be sent again, after a while. */
const passing: [string, Omit<Fault, 'route'>][] = [
  ['429', { kind: 'ratelimited', retryAfter: 1 }],
  ['412', { kind: 'precondition' }],
  ['502', { kind: 'error', status: 502 }],
  ['503', { kind: 'error', status: 503 }],
  ['504', { kind: 'error', status: 504 }],
]
/** Nobody can say what became of it, and Teams cannot be asked. */
const unknown: [string, Omit<Fault, 'route'>][] = [
  ['500', { kind: 'error' }],
  ['a lost answer', { kind: 'drop' }],
  ['a reset', { kind: 'reset' }],
]
/** Why a native stream goes no further. */
const streamEnds = [
  ['time', 'Content stream finished due to exceeded streaming time.'],
  ['size', 'Message size too large'],
] as const
const nothingInPrivate: Fault = {
  kind: 'refuse',
  route: 'POST conversations',
  status: 403,
  code: 'ForbiddenOperationException',
}
const silent = { debug() {}, info() {}, warn() {}, error() {} }

testLadder<Fault>({
  name: 'Teams',
  async open(house, now, onFinished) {
    // Its tokens are checked by the real time.
    const simulator = createTeamsSimulator({ limits: { enforceRates: false } })
    await simulator.start()
    onFinished(() => simulator.stop())
    const { appId, appPassword, tenantId } = simulator
    const adapter = createTeams({
      app: { appId, credential: { kind: 'secret', value: appPassword }, tenantId, appType: 'SingleTenant' },
      loginUrl: simulator.loginUrl,
      openIdUrl: simulator.openIdMetadataUrl,
      graphUrl: simulator.graphUrl,
      installations: house.installationsOf('teams'),
      notes: house.store.notes('teams'),
      budget: house.budget,
      unlimited: true,
      log: silent,
      now,
    })
    const server = await serve(adapter)
    onFinished(() => server.close())
    simulator.connect(server.url)
    await house.join(adapter)
    let before = 0
    return {
      ask(text, where) {
        const inTeam = { conversation: GENERAL, text: `${simulator.mention(simulator.botId)} ${text}` }
        if (where === 'streams') simulator.say({ user: ANN, conversation: DIRECT, text })
        else simulator.say({ user: ANN, ...inTeam, mentions: [simulator.botId] })
      },
      seen: () => ofOurs(simulator).map((one) => toShown(one)),
      plant(faults, where) {
        before = simulator.calls.length
        const at = where === 'streams' ? { conversation: DIRECT } : {}
        // That the bot types meanwhile, or not, is nobody's answer.
        const posted = (route: string) => (where === 'posts' && route === POST ? { activity: 'message' } : {})
        simulator.faults.set(faults.map((fault) => ({ ...fault, ...at, ...posted(fault.route) })))
      },
      failed: () =>
        simulator.calls
          .slice(before)
          .filter(({ fault }) => fault)
          .map(({ route }) => route),
    }
  },
  silent: [POST, EDIT].map((route) => ({ kind: 'error', route, conversation: GENERAL })),
  rows: [
    ...rowsOf(invalid, (...error) => ({ at: 'first', faults: [refuse(POST, ...error, { times: 2 })], end: 'alone' })),
    ...rowsOf(forbidden, (...error) => ({ at: 'first', faults: [refuse(POST, ...error, { times: 1 })], end: 'alone' })),
    ...rowsOf([[404, 'ConversationNotFound']], (...error) => ({
      at: 'first',
      faults: [refuse(POST, ...error)],
      end: 'nobody',
    })),
    ...rowsOf(invalid, (...error) => ({ at: 'last', faults: [refuse(EDIT, ...error, { times: 1 })], end: 'plain' })),
    ...rowsOf(forbidden.slice(0, 5), (...error) => ({ at: 'last', faults: [refuse(EDIT, ...error)], end: 'alone' })),
    ...rowsOf(
      [
        [404, 'ActivityNotFoundInConversation'],
        [403, 'NotEnoughPermissions'],
      ],
      (...error) => ({ at: 'last', faults: [refuse(EDIT, ...error)], end: 'whole' }),
    ),
    ...some([...invalid, ...forbidden, [404, 'ActivityNotFoundInConversation'] as Error], 3).map((error) =>
      row(`404 ActivityNotFoundInConversation, and ${error.join(' ')} to what was left behind`, 'posts', {
        at: 'last',
        faults: [refuse(EDIT, 404, 'ActivityNotFoundInConversation'), refuse(REMOVE, ...error)],
        end: 'whole',
      }),
    ),
    ...some([...passing, ...unknown], 3).map(([what, fault]) =>
      row(`404 ActivityNotFoundInConversation, and ${what} to what was left behind`, 'posts', {
        at: 'last',
        faults: [refuse(EDIT, 404, 'ActivityNotFoundInConversation'), { ...fault, route: REMOVE, times: 1 }],
        end: 'whole',
      }),
    ),
    row('413 MessageSizeTooBig, and nothing in private', 'posts', {
      at: 'first',
      faults: [refuse(POST, 413, 'MessageSizeTooBig', { times: 3 }), nothingInPrivate],
      end: 'apology',
    }),
    row('403 BotNotInConversationRoster, and nothing in private', 'posts', {
      at: 'first',
      faults: [refuse(POST, 403, 'BotNotInConversationRoster'), nothingInPrivate],
      end: 'nobody',
    }),
    ...passing.flatMap(([what, fault]) => [
      row(what, 'posts', { at: 'first', faults: [{ ...fault, route: POST, times: 1 }], end: 'whole' }),
      row(what, 'posts', { at: 'last', faults: [{ ...fault, route: EDIT, times: 1 }], end: 'whole' }),
      row(what, 'streams', { at: 'last', faults: [{ ...fault, route: POST, times: 1 }], end: 'whole' }),
    ]),
    ...unknown.flatMap(([what, fault]) => [
      row(what, 'posts', { at: 'first', faults: [{ ...fault, route: POST, times: 1 }], end: 'unsure' }),
      row(what, 'posts', { at: 'beginning', faults: [{ ...fault, route: POST, times: 1 }], end: 'whole' }),
      row(what, 'posts', { at: 'last', faults: [{ ...fault, route: EDIT, times: 1 }], end: 'whole' }),
      row(what, 'streams', { at: 'middle', faults: [{ ...fault, route: POST, times: 1 }], end: 'whole' }),
      row(what, 'streams', { at: 'last', faults: [{ ...fault, route: POST, times: 1 }], end: 'whole' }),
    ]),
    ...streamEnds.map(([what, message]) =>
      row(what, 'streams', {
        at: 'middle',
        faults: [{ kind: 'refuse', route: POST, status: 403, code: 'ContentStreamNotAllowed', message, times: 1 }],
        end: 'whole',
      }),
    ),
  ],
})
