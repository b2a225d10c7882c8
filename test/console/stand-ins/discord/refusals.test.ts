import { describe, expect, it } from 'vitest'
import type { DiscordSimulator } from '../../../../console/stand-ins/discord/index.ts'
import { specTakes } from './spec-oracle.ts'
import {
  ANN,
  type Answer,
  BEN,
  BOT,
  button,
  call,
  createClock,
  GENERAL,
  GUILD,
  row,
  SUPPORT,
  startSimulator,
} from './support.ts'

const MESSAGES = `/channels/${GENERAL}/messages`
const COMMANDS = `/applications/${BOT}/commands`
const many = <T>(length: number, make: (i: number) => T): T[] => Array.from({ length }, (_, i) => make(i))
const x = (length: number): string => 'x'.repeat(length)

const post = (simulator: DiscordSimulator, body: unknown): Promise<Answer> => call(simulator, 'POST', MESSAGES, body)

/** The codes in the tree of what is wrong, each with the way to it. */
function faultsOf(errors: unknown, path = ''): string[] {
  if (typeof errors !== 'object' || errors === null) return []
  return Object.entries(errors).flatMap(([key, value]) => {
    if (key === '_errors') return (value as { code: string }[]).map(({ code }) => `${path}: ${code}`)
    return faultsOf(value, path ? `${path}.${key}` : key)
  })
}

const select = (options: number, more: object = {}): object => ({
  type: 3,
  custom_id: 's',
  options: many(options, (i) => ({ label: `${i}`, value: `${i}` })),
  ...more,
})
const field = (custom_id: string): object => ({ type: 18, label: 'L', component: { type: 4, custom_id, style: 1 } })

describe('a message is refused', () => {
  it.each<[what: string, body: object, fault: string]>([
    ['with 2001 characters', { content: x(2001) }, 'content: BASE_TYPE_MAX_LENGTH'],
    ['with a nonce of 26 characters', { content: 'Hi', nonce: x(26) }, 'nonce: BASE_TYPE_MAX_LENGTH'],
    ['with six rows', { components: many(6, (i) => row(button(`${i}`))) }, 'components: BASE_TYPE_MAX_LENGTH'],
    [
      'with six buttons in a row',
      { components: [row(...many(6, (i) => button(`${i}`)))] },
      'components.0.components: BASE_TYPE_BAD_LENGTH',
    ],
    ['with an empty row', { components: [row()] }, 'components.0.components: BASE_TYPE_BAD_LENGTH'],
    [
      'with a label of 81 characters',
      { components: [row(button('a', x(81)))] },
      'components.0.components.0.label: BASE_TYPE_MAX_LENGTH',
    ],
    [
      'with a custom id of 101 characters',
      { components: [row(button(x(101)))] },
      'components.0.components.0.custom_id: BASE_TYPE_BAD_LENGTH',
    ],
    [
      'with the same custom id twice',
      { components: [row(button('a')), row(button('a'))] },
      'components: COMPONENT_CUSTOM_ID_DUPLICATED',
    ],
    [
      'with a button without a label',
      { components: [row({ type: 2, style: 1, custom_id: 'a' })] },
      'components.0.components.0.label: BUTTON_COMPONENT_INVALID',
    ],
    [
      'with a button without a custom id',
      { components: [row({ type: 2, style: 1, label: 'a' })] },
      'components.0.components.0: BUTTON_COMPONENT_CUSTOM_ID_REQUIRED',
    ],
    [
      'with a link that has a custom id',
      { components: [row({ type: 2, style: 5, label: 'a', custom_id: 'a', url: 'https://example.com' })] },
      'components.0.components.0: BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE',
    ],
    ['with 26 options', { components: [row(select(26))] }, 'components.0.components.0.options: BASE_TYPE_BAD_LENGTH'],
    [
      'with a select without options',
      { components: [row(select(0))] },
      'components.0.components.0.options: BASE_TYPE_BAD_LENGTH',
    ],
    [
      'with a placeholder of 151 characters',
      { components: [row(select(1, { placeholder: x(151) }))] },
      'components.0.components.0.placeholder: BASE_TYPE_MAX_LENGTH',
    ],
    [
      'with an option of 101 characters',
      { components: [row(select(1, { options: [{ label: x(101), value: '1' }] }))] },
      'components.0.components.0.options.0.label: BASE_TYPE_BAD_LENGTH',
    ],
    [
      'with an option’s description of 101 characters',
      { components: [row(select(1, { options: [{ label: '1', value: '1', description: x(101) }] }))] },
      'components.0.components.0.options.0.description: BASE_TYPE_MAX_LENGTH',
    ],
    [
      'with the same option twice',
      { components: [row(select(1, { options: many(2, () => ({ label: '1', value: '1' })) }))] },
      'components.0.components.0.options: SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
    ],
    [
      'with more to choose than there is',
      { components: [row(select(2, { max_values: 3 }))] },
      'components.0.components.0.max_values: SELECT_COMPONENT_MAX_VALUES',
    ],
    [
      'with a button beside a select',
      { components: [row(button('a'), select(1))] },
      'components.0: COMPONENT_LAYOUT_WIDTH_EXCEEDED',
    ],
    [
      'with a text field',
      { components: [row({ type: 4, custom_id: 'a', style: 1, label: 'a' })] },
      'components.0.components.0.type: BASE_TYPE_CHOICES',
    ],
    ['with eleven embeds', { embeds: many(11, () => ({ title: 'a' })) }, 'embeds: BASE_TYPE_MAX_LENGTH'],
    [
      'with 6001 characters in its embeds',
      { embeds: many(2, (i) => ({ description: x(3000 + i) })) },
      'embeds: MAX_EMBED_SIZE_EXCEEDED',
    ],
    [
      'with an embed’s title of 257 characters',
      { embeds: [{ title: x(257) }] },
      'embeds.0.title: BASE_TYPE_MAX_LENGTH',
    ],
    [
      'with mentions both parsed and listed',
      { content: 'a', allowed_mentions: { parse: ['users'], users: [ANN] } },
      'allowed_mentions.parse: MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
    ],
    [
      'with 101 people allowed to be called',
      { content: 'a', allowed_mentions: { users: many(101, () => ANN) } },
      'allowed_mentions.users: BASE_TYPE_MAX_LENGTH',
    ],
    ['with a flag nobody may set', { content: 'a', flags: 64 }, 'flags: MESSAGE_FLAGS_INVALID'],
    [
      'with both versions of components',
      { content: 'a', flags: 1 << 15, components: [{ type: 10, content: 'a' }] },
      'content: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
    ],
    [
      'with 41 components',
      { flags: 1 << 15, components: many(41, () => ({ type: 10, content: 'a' })) },
      'components: BASE_TYPE_MAX_LENGTH',
    ],
    [
      'with 4001 characters in components',
      {
        flags: 1 << 15,
        components: [
          { type: 10, content: x(2000) },
          { type: 10, content: x(2001) },
        ],
      },
      'components: COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED',
    ],
    [
      'with a component of the second version and no flag',
      { components: [{ type: 10, content: 'a' }] },
      'components.0.type: BASE_TYPE_CHOICES',
    ],
    [
      'as a reply to what is not there',
      { content: 'a', message_reference: { message_id: '1200000000000009999' } },
      'message_reference: REPLIES_UNKNOWN_MESSAGE',
    ],
    ['with a field that does not exist', { content: 'a', colour: 'red' }, 'colour: UNKNOWN_FIELD'],
  ])('%s', async (_, body, fault) => {
    const simulator = await startSimulator()
    const { status, body: answer } = await post(simulator, body)
    expect([status, answer.code]).toEqual([400, 50035])
    expect(faultsOf(answer.errors)).toContain(fault)
    expect(simulator.messages(GENERAL)).toEqual([])
  })

  it.each<[what: string, body: object, status: number, code: number]>([
    ['without anything in it', { content: ' \n ' }, 400, 50006],
    ['with a file that did not come', { content: 'a', attachments: [{ id: 0 }] }, 400, 50146],
  ])('%s', async (_, body, status, code) => {
    const simulator = await startSimulator()
    expect(await post(simulator, body)).toMatchObject({ status, body: { code } })
  })

  it('in the same words as in Discord’s own description of its API, as far as that goes', () => {
    const route = 'POST /channels/{channel}/messages'
    expect(specTakes(route, { content: 'Hi', components: [row(button('a'))] })).toBe(true)
    expect(specTakes(route, { components: [row(button('a', x(81)))] })).toBe(false)
    expect(specTakes(route, { components: [row(button(x(101)))] })).toBe(false)
    expect(specTakes(route, { components: [row(...many(6, (i) => button(`${i}`)))] })).toBe(false)
    expect(specTakes(route, { components: [row(select(26))] })).toBe(false)
    expect(specTakes(route, { content: 'Hi', nonce: x(26) })).toBe(false)
  })

  it('keeps what is just within the limits', async () => {
    const simulator = await startSimulator()
    const components = [...many(4, (r) => row(...many(5, (i) => button(`${r}${i}${x(98)}`, x(80))))), row(select(25))]
    const { status, body } = await post(simulator, { content: x(2000), nonce: x(25), components })
    expect([status, body.nonce]).toEqual([200, x(25)])
  })
})

describe('what the app may not do is refused', () => {
  const denied = (simulator: DiscordSimulator, ...deny: never[]): void =>
    simulator.setPermissions(GENERAL, [{ id: BOT, kind: 'member', deny }])

  it.each<
    [
      what: string,
      permission: string,
      act: (simulator: DiscordSimulator, said: string) => Promise<Answer>,
      status: number,
      code: number,
    ]
  >([
    ['looking into a channel', 'viewChannel', (s) => call(s, 'GET', MESSAGES), 403, 50001],
    ['speaking', 'sendMessages', (s) => post(s, { content: 'a' }), 403, 50013],
    ['typing', 'sendMessages', (s) => call(s, 'POST', `/channels/${GENERAL}/typing`), 403, 50013],
    [
      'replying without the history',
      'readMessageHistory',
      (s, said) => post(s, { content: 'a', message_reference: { message_id: said } }),
      400,
      160002,
    ],
    ['embedding', 'embedLinks', (s) => post(s, { embeds: [{ title: 'a' }] }), 403, 50013],
    [
      'starting threads',
      'createPublicThreads',
      (s, said) => call(s, 'POST', `${MESSAGES}/${said}/threads`, { name: 'a' }),
      403,
      50013,
    ],
    [
      'reacting',
      'addReactions',
      (s, said) => call(s, 'PUT', `${MESSAGES}/${said}/reactions/%F0%9F%91%8D/@me`),
      403,
      50013,
    ],
  ])('%s', async (_, permission, act, status, code) => {
    const simulator = await startSimulator()
    const said = simulator.say({ user: ANN, channel: GENERAL, content: 'Hi' })
    denied(simulator, permission as never)
    expect(await act(simulator, said)).toMatchObject({ status, body: { code } })
  })

  it('speaking in a thread needs a permission of its own', async () => {
    const simulator = await startSimulator()
    const thread = simulator.startThread({ user: ANN, channel: GENERAL, name: 'a' })
    denied(simulator, 'sendMessagesInThreads' as never)
    const answer = await call(simulator, 'POST', `/channels/${thread}/messages`, { content: 'a' })
    expect(answer).toMatchObject({ status: 403, body: { code: 50013 } })
  })

  it('an empty page is all it gets of a history it may not read', async () => {
    const simulator = await startSimulator()
    simulator.say({ user: ANN, channel: GENERAL, content: 'Hi' })
    denied(simulator, 'readMessageHistory' as never)
    expect(await call(simulator, 'GET', MESSAGES)).toMatchObject({ status: 200, body: [] })
  })

  it.each<
    [what: string, act: (simulator: DiscordSimulator, said: string) => Promise<Answer>, status: number, code: number]
  >([
    [
      'an unknown channel',
      (s) => call(s, 'POST', '/channels/1200000000000009999/messages', { content: 'a' }),
      404,
      10003,
    ],
    ['an unknown message', (s) => call(s, 'PATCH', `${MESSAGES}/1200000000000009999`, { content: 'a' }), 404, 10008],
    ['an unknown server', (s) => call(s, 'GET', '/guilds/1200000000000009999'), 404, 10004],
    ['an unknown person', (s) => call(s, 'GET', '/users/1200000000000009999'), 404, 10013],
    ['an unknown route', (s) => call(s, 'GET', '/nowhere'), 404, 0],
    ['another method', (s) => call(s, 'PUT', '/users/@me'), 405, 0],
    ['what is no id', (s) => call(s, 'GET', '/channels/general'), 400, 50035],
    ['editing what others wrote', (s, said) => call(s, 'PATCH', `${MESSAGES}/${said}`, { content: 'a' }), 403, 50005],
    ['deleting what others wrote', (s, said) => call(s, 'DELETE', `${MESSAGES}/${said}`), 403, 50013],
    ['another app’s commands', (s) => call(s, 'GET', '/applications/1200000000000009999/commands'), 403, 20012],
    ['everybody’s names', (s) => call(s, 'GET', `/guilds/${GUILD}/members?limit=10`), 403, 50001],
  ])('%s', async (_, act, status, code) => {
    const simulator = await startSimulator()
    const said = simulator.say({ user: ANN, channel: GENERAL, content: 'Hi' })
    const answer = await act(simulator, said)
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  it('what is no JSON', async () => {
    const simulator = await startSimulator()
    const headers = { authorization: `Bot ${simulator.token}`, 'user-agent': 'DiscordBot (https://example.com, 1)' }
    const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '{' }
    const response = await fetch(`${simulator.url}/api/v10${MESSAGES}`, init)
    expect([response.status, await response.json()]).toMatchObject([400, { code: 50109 }])
  })

  it('calls without a token, for another version or from no library', async () => {
    const simulator = await startSimulator()
    const wrong = await call(simulator, 'GET', '/users/@me', undefined, { authorization: 'Bot wrong' })
    expect(wrong).toMatchObject({ status: 401, body: { code: 0 } })
    const anonymous = await call(simulator, 'GET', '/users/@me', undefined, { 'user-agent': 'curl' })
    expect(anonymous).toMatchObject({ status: 403, body: { code: 40333 } })
    const old = await fetch(`${simulator.url}/api/v6/users/@me`)
    expect(old.status).toBe(400)
  })

  it('messages to people who take none', async () => {
    const simulator = await startSimulator()
    const direct = simulator.direct(ANN)
    simulator.closeDirect(ANN)
    const answer = await call(simulator, 'POST', `/channels/${direct}/messages`, { content: 'a' })
    expect(answer).toMatchObject({ status: 403, body: { code: 50007 } })
  })

  it('taking back the flag for the second version of components', async () => {
    const simulator = await startSimulator()
    const { body } = await post(simulator, { flags: 1 << 15, components: [{ type: 10, content: 'a' }] })
    const answer = await call(simulator, 'PATCH', `${MESSAGES}/${body.id}`, { flags: 0, content: 'a' })
    expect(faultsOf(answer.body.errors)).toContain('flags: MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG')
  })

  it('editing a voice message', async () => {
    const simulator = await startSimulator()
    const spoken = simulator.speak({ user: ANN, channel: GENERAL })
    expect(() => simulator.edit({ user: ANN, channel: GENERAL, message: spoken, content: 'a' })).toThrow(
      'cannot be edited',
    )
    const form = new FormData()
    const attachments = [{ id: '0', filename: 'voice.ogg', duration_secs: 1.5, waveform: 'AAAA' }]
    form.set('payload_json', JSON.stringify({ flags: 1 << 13, attachments }))
    form.set('files[0]', new Blob(['OggS'], { type: 'audio/ogg' }), 'voice.ogg')
    const { body } = await post(simulator, form)
    const answer = await call(simulator, 'PATCH', `${MESSAGES}/${body.id}`, { content: 'a' })
    expect(answer).toMatchObject({ status: 400, body: { code: 50162 } })
  })
})

describe('a command is refused', () => {
  const option = (more: object = {}): object => ({ type: 3, name: 'o', description: 'O', ...more })

  it.each<[what: string, more: object, fault: string]>([
    ['with a name of 33 characters', { name: x(33) }, '0.name: BASE_TYPE_BAD_LENGTH'],
    ['with a capital in its name', { name: 'Ask' }, '0.name: APPLICATION_COMMAND_INVALID_NAME'],
    ['with a blank in its name', { name: 'ask me' }, '0.name: STRING_TYPE_REGEX'],
    ['with a description of 101 characters', { description: x(101) }, '0.description: BASE_TYPE_BAD_LENGTH'],
    ['without a description', { description: '' }, '0.description: BASE_TYPE_BAD_LENGTH'],
    ['with 26 options', { options: many(26, (i) => option({ name: `o${i}` })) }, '0.options: BASE_TYPE_MAX_LENGTH'],
    [
      'with 26 choices',
      { options: [option({ choices: many(26, (i) => ({ name: `${i}`, value: `${i}` })) })] },
      '0.options.0.choices: BASE_TYPE_MAX_LENGTH',
    ],
    [
      'with a choice of 101 characters',
      { options: [option({ choices: [{ name: 'a', value: x(101) }] })] },
      '0.options.0.choices.0.value: BASE_TYPE_MAX_LENGTH',
    ],
    [
      'with choices that are offered while typing too',
      { options: [option({ autocomplete: true, choices: [{ name: 'a', value: 'a' }] })] },
      '0.options.0.choices: APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES_EXCLUSIVE',
    ],
    [
      'with an option after which one is required',
      { options: [option(), option({ name: 'p', required: true })] },
      '0.options: APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
    ],
    [
      'with the same option twice',
      { options: [option(), option()] },
      '0.options: APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS',
    ],
    [
      'with options beside subcommands',
      { options: [option(), option({ type: 1, name: 's' })] },
      '0.options: APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
    ],
    [
      'with texts that may be 6001 characters long',
      { options: [option({ max_length: 6001 })] },
      '0.options.0.max_length: NUMBER_TYPE_MAX',
    ],
    [
      'with 8001 characters in all',
      {
        options: many(25, (i) =>
          option({
            name: `o${i}`,
            description: x(100),
            choices: many(25, (c) => ({ name: `${c}${x(20)}`, value: `${c}` })),
          }),
        ),
      },
      '0: APPLICATION_COMMAND_TOO_LARGE',
    ],
  ])('%s', async (_, more, fault) => {
    const simulator = await startSimulator()
    const { status, body } = await call(simulator, 'PUT', COMMANDS, [{ name: 'ask', description: 'Asks', ...more }])
    expect([status, body.code]).toEqual([400, 50035])
    expect(faultsOf(body.errors)).toContain(fault)
  })

  it('as the 101st', async () => {
    const simulator = await startSimulator()
    const commands = (number: number): object[] => many(number, (i) => ({ name: `ask${i}`, description: 'Asks' }))
    expect(await call(simulator, 'PUT', COMMANDS, commands(100))).toMatchObject({ status: 200 })
    expect(await call(simulator, 'PUT', COMMANDS, commands(101))).toMatchObject({ status: 400, body: { code: 30032 } })
  })

  it('when two have the same name', async () => {
    const simulator = await startSimulator()
    const { body } = await call(
      simulator,
      'PUT',
      COMMANDS,
      many(2, () => ({ name: 'ask', description: 'Asks' })),
    )
    expect(faultsOf(body.errors)).toContain('1: APPLICATION_COMMANDS_DUPLICATE_NAME')
  })

  it('as the 201st new one of a day, while those that were there may be written again', async () => {
    const clock = createClock()
    const simulator = await startSimulator({ now: clock.now, limits: { enforceRates: false } })
    const path = `/applications/${BOT}/guilds/${GUILD}/commands`
    const named = (from: number): object[] => many(100, (i) => ({ name: `ask${from + i}`, description: 'Asks' }))
    for (const from of [0, 100]) expect(await call(simulator, 'PUT', path, named(from))).toMatchObject({ status: 200 })
    expect(await call(simulator, 'PUT', path, named(100))).toMatchObject({ status: 200 })
    const beyond = await call(simulator, 'PUT', path, named(200))
    expect(beyond).toMatchObject({ status: 429, body: { code: 30034 } })
    clock.pass(24 * 3_600_000)
    expect(await call(simulator, 'PUT', path, named(200))).toMatchObject({ status: 200 })
  })
})

it('a command is for whom its server says, before what the app asks for: a person, then a role, then everybody', async () => {
  const simulator = await startSimulator()
  const more = { description: 'x', default_member_permissions: '32' }
  await call(simulator, 'PUT', COMMANDS, [{ name: 'agent', ...more }])
  const isThere = (user: string) => simulator.commands({ user, channel: SUPPORT }).length > 0
  const permit = (id: string, allowed: boolean) => simulator.permit({ command: 'agent', id, allowed })
  expect([isThere(ANN), isThere(BEN)]).toEqual([true, false])
  permit(GUILD, true)
  expect(isThere(BEN)).toBe(true)
  permit(BEN, false)
  expect(isThere(BEN)).toBe(false)
  permit(GUILD, false)
  permit(BEN, true)
  // Administrators hold whatever they are not given.
  expect([isThere(ANN), isThere(BEN)]).toEqual([true, true])
})

describe('an answer to an interaction is refused', () => {
  const command = { name: 'ask', description: 'Asks' }

  async function answer(body: object): Promise<Answer> {
    const simulator = await startSimulator()
    await call(simulator, 'PUT', COMMANDS, [command])
    const { id, token } = simulator.run({ user: ANN, channel: SUPPORT, name: 'ask' })
    return call(simulator, 'POST', `/interactions/${id}/${token}/callback`, body)
  }
  const modal = (more: object): object => ({
    type: 9,
    data: { custom_id: 'm', title: 'M', components: [field('a')], ...more },
  })

  it.each<[what: string, body: object, fault: string]>([
    ['as one of another kind', { type: 7, data: { content: 'a' } }, 'type: BASE_TYPE_CHOICES'],
    ['with 2001 characters', { type: 4, data: { content: x(2001) } }, 'content: BASE_TYPE_MAX_LENGTH'],
    ['as a form with a title of 46 characters', modal({ title: x(46) }), 'title: BASE_TYPE_BAD_LENGTH'],
    [
      'as a form with six fields',
      modal({ components: many(6, (i) => field(`${i}`)) }),
      'components: BASE_TYPE_BAD_LENGTH',
    ],
    ['as a form without fields', modal({ components: [] }), 'components: BASE_TYPE_BAD_LENGTH'],
    [
      'as a form with the same field twice',
      modal({ components: [field('a'), field('a')] }),
      'components: COMPONENT_CUSTOM_ID_DUPLICATED',
    ],
    [
      'as a form with a label of 46 characters',
      modal({ components: [{ ...field('a'), label: x(46) }] }),
      'components.0.label: BASE_TYPE_BAD_LENGTH',
    ],
    [
      'as a form whose text may be 4001 characters long',
      modal({
        components: [{ type: 18, label: 'L', component: { type: 4, custom_id: 'a', style: 1, max_length: 4001 } }],
      }),
      'components.0.component.max_length: NUMBER_TYPE_MAX',
    ],
    [
      'as a form that takes eleven files',
      modal({ components: [{ type: 18, label: 'L', component: { type: 19, custom_id: 'a', max_values: 11 } }] }),
      'components.0.component.max_values: NUMBER_TYPE_MAX',
    ],
    [
      'as a form with a button',
      modal({ components: [{ type: 18, label: 'L', component: button('a') }] }),
      'components.0.component.type: BASE_TYPE_CHOICES',
    ],
  ])('%s', async (_, body, fault) => {
    const { status, body: told } = await answer(body)
    expect([status, told.code]).toEqual([400, 50035])
    expect(faultsOf(told.errors)).toContain(fault)
  })

  it('with the wrong token, or an unknown one', async () => {
    const simulator = await startSimulator()
    const callback = await call(simulator, 'POST', '/interactions/1200000000000009999/wrong/callback', { type: 6 })
    expect(callback).toMatchObject({ status: 404, body: { code: 10062 } })
    const followUp = await call(simulator, 'POST', `/webhooks/${BOT}/wrong`, { content: 'a' })
    expect(followUp).toMatchObject({ status: 401, body: { code: 50027 } })
  })
})
