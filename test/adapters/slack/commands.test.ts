import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { SlackSimulatorOptions } from '../../../console/stand-ins/slack/index.ts'
import type { Message } from '../../../console/stand-ins/slack/view.ts'
import { day, moment } from '../../../src/lib/moment.ts'
import type { CommandCall } from '../../../src/model/command.ts'
import type { Field, Form, View } from '../../../src/model/view.ts'
import { inboxWith } from '../../support/adapter-parts.ts'
import { createHarness, DIRECT, GENERAL, type Way } from './harness.ts'

const ann = { user: 'U0ANN', channel: GENERAL }
const users = [
  { id: 'U0ANN', name: 'ann', real_name: 'Ann', is_bot: false, is_owner: true },
  { id: 'U0BEN', name: 'ben', real_name: 'Ben', is_bot: false, locale: 'ja-JP' },
]

/** The adapter, and an inbox that answers each call with what `answer` says. */
async function start(
  answer: (call: CommandCall) => View | Promise<View>,
  { way = 'socket', ...options }: { way?: Way; simulator?: SlackSimulatorOptions; limits?: object } = {},
) {
  const harness = await createHarness(way, {
    ...options,
    simulator: { users, ...options.simulator },
    limits: { ackTimeoutMs: 3000, ...options.limits },
  })
  onTestFinished(() => harness.close())
  const calls: CommandCall[] = []
  await harness.slack.start(
    inboxWith({
      async command(call) {
        calls.push(call)
        return answer(call)
      },
    }),
  )
  const { simulator } = harness
  const agent = (text: string, user = 'U0ANN', channel = GENERAL) =>
    simulator.command({ user, channel, command: '/agent', text })
  const seen = (user = 'U0ANN', channel = GENERAL): Message[] =>
    simulator.messages(channel, { as: user }).filter((message) => message.ephemeral_to === user)
  const press = (message: Message, label: string, user = 'U0ANN') =>
    simulator.press({ user, channel: message.channel, ts: message.ts, ...buttonOf(message, label) })
  return { ...harness, calls, agent, seen, press }
}

type Element = { action_id: string; text: { text: string }; value: string }
type Blocks = { type: string; block_id: string; text?: string; elements?: Element[] }[]

function buttonOf({ blocks }: Message, label: string): { block_id: string; action_id: string } {
  for (const { block_id, elements = [] } of blocks as Blocks) {
    const found = elements.find(({ text }) => text.text === label)
    if (found) return { block_id, action_id: found.action_id }
  }
  throw new Error(`There is no button ${label}`)
}

const textOf = ({ blocks, text }: Message): string =>
  (blocks as Blocks | undefined)?.flatMap((one) => (one.type === 'markdown' ? [one.text] : [])).join('\n') || text

const fields: Field[] = [
  { kind: 'text', name: 'name', label: 'Name', max: 20, value: 'Ada' },
  { kind: 'text', name: 'prompt', label: 'Prompt', max: 9000, lines: true, optional: true, hint: 'How it speaks' },
  {
    kind: 'choice',
    name: 'model',
    label: 'Model',
    choices: [
      { value: '', label: 'None' },
      { value: 'fast', label: 'Fast' },
    ],
    value: '',
  },
  { kind: 'switch', name: 'stream', label: 'Stream', value: true },
  { kind: 'file', name: 'file', label: 'File', optional: true },
]
const form = (more: Partial<Form> = {}): Form => ({
  offer: 'f1',
  title: 'Edit Ada',
  submit: 'Save',
  sections: [{ title: 'About', fields }],
  ...more,
})
const text = (value: string) => ({ v: { value } })

describe.each<Way>(['socket', 'http'])('/agent by %s', (way) => {
  it('is told with who, where and what, people by their uids', async () => {
    const { agent, calls, seen } = await start(() => ({ text: 'Done' }), { way })
    await agent('role add @Ben admin --agent demo <x> & y')
    expect(calls).toMatchObject([
      {
        platform: 'slack',
        installation: 'T0PARLEY',
        within: ['slack:T0PARLEY:C0GENERAL', 'slack:T0PARLEY'],
        conversation: 'slack:T0PARLEY:C0GENERAL',
        author: { uid: 'slack_T0PARLEY_U0ANN', id: 'U0ANN', name: 'ann', locale: 'en-US' },
        given: { text: 'role add @slack_T0PARLEY_U0BEN admin --agent demo <x> & y', files: [] },
      },
    ])
    expect(seen().map(textOf)).toEqual(['Done'])
    expect(seen('U0BEN')).toEqual([])
  })

  it('asks Slack whether somebody manages the workspace, when it is asked', async () => {
    const { agent, calls } = await start(() => ({ text: 'Done' }), { way })
    await agent('list')
    await agent('list', 'U0BEN')
    expect(await calls[0]!.managesPlace()).toBe(true)
    expect(await calls[1]!.managesPlace()).toBe(false)
    expect(calls[1]!.author.locale).toBe('ja-JP')
    expect(new Set(calls.map(({ eventId }) => eventId)).size).toBe(2)
  })

  it('shows people as Slack does, and lets nothing else come alive', async () => {
    const said = 'Ask <@slack_T0PARLEY_U0BEN>, <@discord_7> or <!channel> <@U0ANN>'
    const { agent, seen, simulator } = await start(() => ({ text: said }), { way })
    await agent('x')
    expect(textOf(seen()[0]!)).toContain('Ask <@U0BEN>, discord_7 or <!channe\u200bl>')
    expect(simulator.liveMentions.every(({ mention }) => mention === '<@U0BEN>')).toBe(true)
  })

  it('says a moment in UTC, which is nobody’s own time and everybody’s', async () => {
    const at = Date.UTC(2026, 10, 22, 18, 4)
    const { agent, seen } = await start(() => ({ text: `Since ${moment(at)}, used on ${day(at)}` }), { way })
    await agent('x')
    expect(textOf(seen()[0]!)).toContain('Since 2026-11-22 18:04 UTC, used on 2026-11-22')
  })

  it('takes a press, and shows its answer in place of the view it was in', async () => {
    const buttons = [{ offer: 'undo-1', label: 'Undo', style: 'danger' as const }]
    const { agent, seen, press, calls } = await start(
      ({ given }) => ('offer' in given ? { text: 'Undone' } : { text: 'Changed', buttons }),
      { way },
    )
    await agent('edit demo')
    await press(seen()[0]!, 'Undo')
    await expect.poll(() => seen().map(textOf)).toEqual(['Undone'])
    expect(calls[1]).toMatchObject({ given: { offer: 'undo-1' }, author: { uid: 'slack_T0PARLEY_U0ANN' } })
  })

  it('opens a form, reads what was put into it, and shows the answer', async () => {
    const { agent, seen, calls, simulator } = await start(
      ({ given }) => ('values' in given ? { text: 'Saved' } : { text: 'Draft of **Ada**', form: form() }),
      { way },
    )
    await agent('edit demo')
    expect(seen()).toEqual([])
    const [view] = simulator.views
    expect(view).toMatchObject({ title: { text: 'Edit Ada' }, submit: { text: 'Save' }, close: { text: 'Cancel' } })
    expect(view!.blocks[0]).toMatchObject({ text: { text: 'Draft of *Ada*' } })
    const file = { user: 'U0ANN', name: 'prompt.md', mimetype: 'text/plain', base64: btoa('Be kind.') }
    const { id } = simulator.upload(file)
    const values = {
      name: text('Bob'),
      model: { v: { selected_option: { value: '=fast' } } },
      stream: { v: { selected_options: [] } },
      file: { v: { files: [{ id }] } },
    }
    await simulator.submit({ user: 'U0ANN', view: view!.id, values })
    expect(simulator.views).toEqual([])
    await expect.poll(() => seen().map(textOf)).toEqual(['Saved'])
    expect(calls[1]).toMatchObject({
      within: ['slack:T0PARLEY:C0GENERAL', 'slack:T0PARLEY'],
      given: {
        offer: 'f1',
        values: { name: 'Bob', prompt: '', model: 'fast', stream: false, file: [{ name: 'prompt.md', size: 8 }] },
      },
    })
  })

  it('shows faults at their fields, and sends the form again with the offer it came back with', async () => {
    const faults = [
      { field: 'name', message: 'It is taken.' },
      { field: 'elsewhere', message: 'It is late.' },
    ]
    let times = 0
    const { agent, calls, simulator, seen } = await start(
      ({ given }) => {
        if (!('values' in given)) return { text: '', form: form() }
        return times++ === 0 ? { text: '', form: form({ offer: 'f2', faults }) } : { text: 'Saved' }
      },
      { way },
    )
    await agent('edit demo')
    const sent = { user: 'U0ANN', view: simulator.views[0]!.id, values: {} }
    expect(await simulator.submit(sent)).toEqual({
      response_action: 'errors',
      errors: { name: 'It is taken. It is late.' },
    })
    await simulator.submit(sent)
    expect(calls.map(({ given }) => ('offer' in given ? given.offer : 'text'))).toEqual(['text', 'f1', 'f2'])
    expect(new Set(calls.map(({ eventId }) => eventId)).size).toBe(3)
    await expect.poll(() => seen().map(textOf)).toEqual(['Saved'])
  })

  it('shows the form anew where something else stands in its fields now, with what is wrong beneath them', async () => {
    const now = fields.map((field) => (field.name === 'prompt' ? { ...field, value: 'Of Ben' } : field)) as Field[]
    const faults = [{ field: 'name', message: 'It is taken.' }]
    const changed = form({ offer: 'f2', sections: [{ title: 'About', fields: now }], faults })
    let times = 0
    const { agent, simulator, calls } = await start(
      ({ given }) => {
        if (!('values' in given)) return { text: '', form: form() }
        return times++ === 0 ? { text: 'Ben was faster', form: changed } : { text: 'Saved' }
      },
      { way },
    )
    await agent('edit')
    const sent = { user: 'U0ANN', view: simulator.views[0]!.id, values: {} }
    await simulator.submit(sent)
    const shown = JSON.stringify(simulator.views[0]!.blocks)
    for (const words of ['Ben was faster', 'It is taken.', 'Of Ben']) expect(shown).toContain(words)
    await simulator.submit(sent)
    expect(calls[2]).toMatchObject({ given: { offer: 'f2', values: { name: 'Ada', prompt: 'Of Ben' } } })
  })

  it('leaves alone what is too long for its field, unless something is written there', async () => {
    const long: Field = { kind: 'text', name: 'prompt', label: 'Prompt', max: 9000, value: 'x'.repeat(3001) }
    const sections = [{ title: 'x', fields: [long, { ...long, name: 'other' }] }]
    const { agent, simulator, calls } = await start(
      ({ given }) => ('values' in given ? { text: 'Saved' } : { text: '', form: form({ sections }) }),
      { way },
    )
    await agent('edit')
    const values = { prompt: { kept: { value: null } }, other: { kept: { value: 'Short' } } }
    await simulator.submit({ user: 'U0ANN', view: simulator.views[0]!.id, values })
    expect(calls[1]).toMatchObject({ given: { values: { other: 'Short' } } })
    expect(calls[1]).not.toHaveProperty('given.values.prompt')
  })

  it('goes on with another form where one is the answer', async () => {
    const next = form({
      offer: 'g',
      title: 'More',
      sections: [{ title: 'x', fields: [{ ...fields[0]!, name: 'other' }] }],
    })
    const { agent, simulator } = await start(({ given }) => ({ text: '', form: 'values' in given ? next : form() }), {
      way,
    })
    await agent('edit')
    await simulator.submit({ user: 'U0ANN', view: simulator.views[0]!.id, values: {} })
    expect(simulator.views).toMatchObject([{ title: { text: 'More' } }])
  })

  it('offers what goes with what is typed where there are more choices than a list shows', async () => {
    const choices = Array.from({ length: 150 }, (_, at) => ({ value: `m${at}`, label: `Model ${at}` }))
    const field: Field = { kind: 'choice', name: 'model', label: 'Model', choices, value: 'm7' }
    const { agent, simulator, calls } = await start(
      ({ given }) =>
        'values' in given
          ? { text: 'Saved' }
          : { text: '', form: form({ sections: [{ title: 'x', fields: [field] }] }) },
      { way },
    )
    await agent('edit')
    const view = simulator.views[0]!.id
    const typing = { user: 'U0ANN', view, block_id: 'model', action_id: 'v' }
    expect((await simulator.suggest({ ...typing, value: '' })).options).toHaveLength(100)
    const { options } = await simulator.suggest({ ...typing, value: 'model 14' })
    expect(options).toHaveLength(11)
    await simulator.submit({ user: 'U0ANN', view, values: { model: { v: { selected_option: options[3] } } } })
    expect(calls[1]).toMatchObject({ given: { values: { model: 'm142' } } })
  })

  it('sends files to the direct conversation, and says so', async () => {
    const { agent, seen, simulator } = await start(
      () => ({ text: 'The scenario', file: { name: 'scenario.svg', text: '<svg/>' }, isSecret: true }),
      { way },
    )
    await agent('scenario show x')
    expect(textOf(seen()[0]!)).toContain('`scenario.svg` comes in your direct conversation')
    const direct = () => simulator.messages(DIRECT).flatMap(({ files = [] }) => files.map(({ name }) => name))
    await expect.poll(direct).toEqual(['scenario.svg'])
    expect(simulator.messages(GENERAL, { as: 'U0BEN' })).toEqual([])
  })

  it('asks why an answer is as it is, from the menu of the message', async () => {
    const { calls, simulator, seen, channel } = await start(() => ({ text: 'Because' }), { way })
    const root = simulator.say({ ...ann, text: '@Parley hi' })
    const place = `slack:T0PARLEY:${GENERAL}:${root}` as never
    const posted = await channel.post(place, { text: 'Hello' }, 'k', AbortSignal.timeout(60_000))
    const ref = 'ok' in posted ? posted.ok : undefined
    await simulator.shortcut({ ...ann, ts: String(ref).split(':')[3]!, callback_id: 'why' })
    await expect.poll(() => seen().map(textOf)).toEqual(['Because'])
    expect(calls).toMatchObject([
      {
        about: ref,
        given: { command: 'why', values: {} },
        conversation: place,
        within: ['slack:T0PARLEY:C0GENERAL', 'slack:T0PARLEY'],
      },
    ])
  })
})

describe('/agent that takes longer than Slack waits', () => {
  it('says that it is at work, and shows the answer in its place', async () => {
    const { agent, seen } = await start(async () => {
      await sleep(2200)
      return { text: 'At last' }
    })
    await agent('test hello')
    await expect.poll(() => seen().map(textOf)).toEqual(['Working on it…'])
    await expect.poll(() => seen().map(textOf)).toEqual(['At last'])
  })

  it('is told so where it is stopped meanwhile, and stopping waits for no model', async () => {
    const { agent, seen, slack } = await start(() => new Promise<View>(() => {}))
    await agent('test hello')
    await slack.stop()
    expect(seen().map(textOf)).toEqual([expect.stringContaining('was restarted meanwhile')])
  })

  it('offers a form by a button once the trigger is dead, and keeps a form at work open', async () => {
    let slow = true
    const { agent, seen, press, simulator } = await start(async ({ given }) => {
      if (slow) await sleep(2200)
      return 'values' in given ? { text: 'Saved' } : { text: '', form: form() }
    })
    await agent('edit demo', 'U0BEN')
    await expect.poll(() => seen('U0BEN').map(textOf)).toEqual(['フォームの用意ができました。'])
    slow = false
    await press(seen('U0BEN')[0]!, 'フォームを開く', 'U0BEN')
    slow = true
    await simulator.submit({ user: 'U0BEN', view: simulator.views[0]!.id, values: {} })
    expect(simulator.views[0]!.blocks).toMatchObject([{ text: { text: '処理しています…' } }])
    await expect.poll(() => seen('U0BEN').map(textOf)).toEqual(['Saved'])
    expect(simulator.views[0]!.blocks).toMatchObject([{ text: { text: expect.stringContaining('完了') } }])
  })
})

describe('/agent in trouble', () => {
  it('says so where something of ours fails, and loses nothing of it to the log', async () => {
    const { agent, seen, log } = await start(() => Promise.reject(new Error('disk')))
    await agent('key issue secret')
    expect(seen().map(textOf)).toEqual(['Something went wrong. Please try again in a moment.'])
    expect(log.filter(({ level }) => level === 'error')).toHaveLength(1)
    expect(JSON.stringify(log)).not.toContain('secret')
  })

  it('shows the form by a button where Slack refuses to open it', async () => {
    const { agent, seen, press, simulator } = await start(() => ({ text: 'Create', form: form() }))
    simulator.faults.set([{ kind: 'refuse', method: 'views.open', error: 'expired_trigger_id', times: 1 }])
    await agent('create')
    expect(seen().map(textOf)).toEqual(['Create'])
    await press(seen()[0]!, 'Open the form')
    expect(simulator.views).toHaveLength(1)
  })

  it('shows an answer in the direct conversation where the agent is not a member and the address is used up', async () => {
    let clock = 0
    const { agent, simulator, seen } = await start(
      ({ given }) => ('values' in given ? { text: 'Key `abc`', isSecret: true } : { text: '', form: form() }),
      { simulator: { now: () => Date.now() + clock } },
    )
    await agent('key issue')
    clock = 31 * 60_000
    simulator.faults.set([{ kind: 'refuse', method: 'chat.postEphemeral', error: 'not_in_channel', times: 1 }])
    await simulator.submit({ user: 'U0ANN', view: simulator.views[0]!.id, values: {} })
    await expect.poll(() => simulator.messages(DIRECT).map(textOf)).toEqual(['Key `abc`'])
    expect(seen()).toEqual([])
  })

  it('shows a part of what is too long, and sends the whole as a file', async () => {
    const long = Array.from({ length: 2000 }, (_, at) => `- rule ${at}`).join('\n')
    const { agent, seen, simulator } = await start(() => ({ text: long }))
    await agent('rule list')
    expect(textOf(seen()[0]!)).toMatch(/^- rule 0\n[\s\S]*\n…\n\n`answer\.md` comes/)
    const direct = () =>
      simulator.messages(DIRECT).flatMap(({ files = [] }) => files.map(({ id }) => String(simulator.file(id))))
    await expect.poll(direct).toEqual([long])
  })

  it('answers what is not its own with nothing', async () => {
    const { simulator, calls, channel } = await start(() => ({ text: 'x' }))
    await channel.post(
      'slack:T0PARLEY:C0GENERAL' as never,
      { text: 'Hi', quickReplies: { id: 'r', options: ['Yes'] } },
      'k',
      AbortSignal.timeout(60_000),
    )
    const [{ ts } = { ts: '' }] = simulator.messages(GENERAL)
    await simulator.press({ ...ann, ts, block_id: 'q1:r', action_id: 'q:0' })
    expect(calls).toEqual([])
  })
})
