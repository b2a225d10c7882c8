import { describe, expect, it } from 'vitest'
import type { SentFile } from '../../../src/admin/commands/request.ts'
import { parameters as words } from '../../../src/admin/commands/words/index.ts'
import { commandTable } from '../../../src/model/commands.ts'
import { firstAccount } from '../../../src/store/accounts.ts'
import { ann as atConsole, guide, webhook } from '../support.ts'
import { caller, commandHouse, file, uid } from './house.ts'

/** A house where everything has one of its kind. */
async function furnished() {
  const house = await commandHouse()
  const { admin, ann } = house
  await admin.agents.create({ agent: { id: 'demo', ...guide }, webhooks: [webhook('tickets')] }, atConsole)
  await ann.say('use demo')
  await ann.say('rule add hello Hi')
  const rows = async () => (await admin.audit.list(firstAccount, { limit: 1000 })).length
  return { ...house, rows }
}

const long = 'x'.repeat(50_000)

/** For each parameter of each command: what cannot be, and what is said of it. */
const bad: readonly [command: string, values: Record<string, string>, says: RegExp][] = [
  ['show', { agent: 'dmeo' }, /no agent `dmeo`. Did you mean `demo`/],
  ['help', { command: 'rule ad' }, /`rule ad` is not a command. Did you mean `rule add`/],
  ['help', { command: 'nonsense' }, /`nonsense` is not a command. `\/agent help` lists the commands./],
  ['edit', { agent: 'nobody' }, /no agent `nobody`/],
  ['delete', { agent: '../demo' }, /no agent `..\/demo`/],
  ['delete', {}, /fill in the form/],
  ['use', { agent: 'nobody' }, /no agent `nobody`/],
  ['use', { agent: 'demo', mode: 'treads' }, /`mode` must be one of .*Did you mean `thread`/],
  ['use', { agent: 'demo', where: 'planet' }, /`where` must be one of/],
  [
    'use',
    { agent: 'demo', reads: 'messages=500' },
    /`messages=500` cannot be read\. Say, each optional: `messages=50` \(1 to 200\)/,
  ],
  ['use', { agent: 'demo', reads: 'message=5' }, /cannot be read/],
  ['use', { agent: 'demo', reads: 'programs=maybe' }, /cannot be read/],
  ['use', { agent: 'demo', context: 'treads' }, /`context` must be one of .*Did you mean `thread`/],
  ['unuse', { where: 'planet' }, /`where` must be one of/],
  ['unuse', { where: 'workspace' }, /No agent is bound in the whole workspace/],
  ['diff', { agent: 'nobody' }, /no agent/],
  ['publish', { agent: 'nobody' }, /no agent/],
  ['versions', { agent: 'nobody' }, /no agent/],
  ['rollback', { version: 'two' }, /`version` must be a whole number like 3, not `two`/],
  ['rollback', { version: '-1' }, /must be a whole number/],
  ['rollback', { version: '1.5' }, /must be a whole number/],
  ['rollback', { version: '99' }, /no version/i],
  ['rollback', { version: '1', agent: 'nobody' }, /no agent/],
  ['test', { utterance: '   ' }, /fill in the form/],
  ['test', { utterance: long }, /`utterance` must have at most 40,000 characters/],
  ['why', { turn: 'nothing' }, /no such turn/],
  ['rule add', { when: 'hi', say: '|' }, /`say` holds no text/],
  ['rule add', { when: ' | ', say: 'Hi' }, /`when` holds no text/],
  ['rule add', { when: 'x'.repeat(401), say: 'Hi' }, /must have at most 400 characters/],
  ['rule add', { when: 'hi', say: 'Hi', options: '||' }, /`options` holds no text/],
  ['rule add', { when: 'hi', say: 'Hi', options: 'a|'.repeat(26) }, /must have at most 25 items/],
  ['rule remove', { number: '7' }, /no rule 7/],
  ['rule remove', { number: '0' }, /no rule 0/],
  ['rule remove', { number: 'first' }, /must be a whole number/],
  ['rule list', { words: 'nowhere' }, /No rule holds/],
  ['scenario show', { scenario: 'nothing' }, /no scenario `nothing`/],
  ['scenario remove', { scenario: 'nothing' }, /no scenario `nothing`/],
  ['scenario upload', { file: 'words' }, /`file` must be a file/],
  ['knowledge add', { file: 'words' }, /`file` must be a file/],
  ['knowledge remove', { source: 'nothing.md' }, /no document `nothing.md`/],
  ['schedule add', { time: 'now and then', words: 'hello' }, /cannot read when/],
  ['schedule add', { time: '* * * * *', words: 'hello' }, /too often/],
  ['schedule add', { time: '0 0 30 2 *', words: 'hello' }, /never comes/],
  ['schedule add', { time: 'every day', words: 'hello', zone: 'EST' }, /no time zone/],
  ['schedule add', { time: 'every day', words: long.slice(0, 2001) }, /at most 2000 characters/],
  ['schedule pause', { schedule: 'nothing' }, /no such schedule/],
  ['schedule run', { schedule: 'nothing' }, /no such schedule/],
  ['schedule remove', { schedule: 'nothing' }, /no such schedule/],
  ['replay', { days: '0' }, /`days` must be more than 0/],
  ['replay', { days: 'some' }, /`days` must be a whole number/],
  ['link', { code: 'ABCD-2345' }, /No code like that works here/],
  ['link', { code: long }, /`code` must have at most/],
  ['handover take', { handover: 'nothing' }, /none here that this can be done to/],
  ['handover back', { handover: 'nothing' }, /none here that this can be done to/],
  ['handover close', { handover: 'nothing' }, /none here that this can be done to/],
  ['knowledge search', { words: 'nowhere' }, /Nothing was found/],
  ['webhook edit', { webhook: 'tickts' }, /no webhook `tickts`. Did you mean `tickets`/],
  ['webhook toggle', { webhook: 'nothing' }, /no webhook/],
  ['webhook remove', { webhook: 'nothing' }, /no webhook/],
  ['webhook test', { webhook: 'nothing' }, /no webhook/],
  ['tool show', { tool: 'nothing' }, /no tool `nothing`/],
  ['tool allow', { tool: 'nothing' }, /no tool `nothing`/],
  ['tool remove', { tool: 'nothing' }, /no tool `nothing`/],
  ['key issue', { kind: 'master', name: 'Site' }, /`kind` must be one of/],
  ['key issue', { kind: 'agent', name: 'Site', agent: 'nobody' }, /no agent/],
  ['key issue', { kind: 'conversation', name: 'x'.repeat(101) }, /1 to 100 characters/],
  ['key revoke', { key: 'nothing' }, /no key `nothing`/],
  ...(['limit', 'cost'] as const).flatMap((command): (typeof bad)[number][] => [
    [command, { most: 'lots' }, /`most` must be a number from 0/],
    [command, { most: '1.5', unit: 'tokens' }, /without decimals unless it is money/],
    [command, { most: '1', unit: 'pounds' }, /`unit` must be one of/],
    [command, { most: '1', period: 'week' }, /`period` must be one of/],
    [command, { most: '1', whose: 'planet' }, /`whose` must be one of/],
    [command, { most: '1', whose: 'role', which: 'king' }, /`which` must be `admin`, `member` or `guest`/],
    [command, { most: '1', person: 'two words' }, /`person` must be a person/],
    [command, { most: '1', agent: 'nobody' }, /no agent/],
  ]),
  ['limit', { most: 'none' }, /no such limit/],
  ['cost', { most: '1', unit: 'answers' }, /No history is kept/],
  ['state show', { person: 'two words' }, /`person` must be a person/],
  ['state set', { key: 'x'.repeat(101), value: 'y' }, /`key` must have at most 100 characters/],
  ['state set', { key: 'plan', value: 'y', person: '@' }, /`person` must be a person/],
  ['state clear', { person: `@${long}` }, /`person` must/],
  ['reset', { person: '<@>' }, /`person` must be a person/],
  ['role add', { person: 'Ben', role: 'admin' }, /`Ben` is not their id/],
  ['role add', { person: 'slack_T0PARLEY_U0BEN', role: 'boss' }, /`role` must be one of/],
  ['role add', { person: 'slack_T0PARLEY_U0BEN', role: 'owner', agent: 'demo' }, /goes with the role `admin` only/],
  ['role add', { person: 'slack_T0PARLEY_U0BEN', role: 'admin', agent: 'nobody' }, /no agent/],
  ['role add', { person: uid('ann'), role: 'member' }, /last owner/i],
  ['role remove', { person: uid('ann') }, /last owner/i],
  ['role remove', { person: uid('ben') }, /no such role/],
  ['role remove', { person: uid('ben'), agent: 'nobody' }, /no agent/],
  ['installations', { installation: 'T0NONE' }, /Nobody has installed the app in `T0NONE`/],
  ['audit', { agent: 'nobody' }, /no agent/],
]

describe('bad input', () => {
  it('of each command is told what is wrong, and nothing is changed', async () => {
    const { ann, rows } = await furnished()
    const before = await rows()
    for (const [command, values, says] of bad) {
      const { text } = await ann.choose(command, values)
      expect(text, `${command} ${JSON.stringify(values).slice(0, 100)}`).toMatch(says)
    }
    expect(await rows()).toBe(before)
  })

  it('is asked for again in a form, where each parameter has a name that people read', () => {
    const named = Object.keys(words.parameterLabels)
    const all = new Set<string>(commandTable.flatMap(({ parameters }) => parameters.map(({ name }) => name)))
    expect([...all].filter((name) => !named.includes(name))).toEqual([])
  })

  it('is thought of for every parameter that can be wrong', () => {
    // What is free text without a limit of its own, or made only by a form.
    const free = ['create agent', 'state set value', 'state show agent', 'webhook log agent', 'pause why']
    const covered = new Set(bad.flatMap(([command, values]) => Object.keys(values).map((name) => `${command} ${name}`)))
    const agents = new Set(bad.flatMap(([command, values]) => (values['agent'] ? [command] : [])))
    const missing = commandTable.flatMap(({ name, parameters }) =>
      parameters
        .map((parameter) => `${name} ${parameter.name}`)
        // The agent of a place is read in one way for all commands.
        .filter((one) => !covered.has(one) && !free.includes(one) && !(one.endsWith(' agent') && agents.size > 8)),
    )
    expect(missing).toEqual([])
  })

  it('that no diff could show is refused, so that the draft can still be published', async () => {
    const { ann, rows } = await furnished()
    const form = await ann.say('webhook edit tickets')
    const before = await rows()
    const again = await ann.send(form, { payload: `{"a":${'['.repeat(1400)}${']'.repeat(1400)}}` })
    expect(again.form?.faults).toEqual([{ field: 'payload', message: 'must be nested at most 64 deep' }])
    expect(await rows()).toBe(before)
    expect((await ann.say('publish')).text).toMatch(/^Version 2 of/)
  })

  it('in a name neither turns the text around it nor steers a terminal', async () => {
    const { ann } = await furnished()
    await ann.send(await ann.say('create odd'), { name: '\u202eodd\u001b[2J\u0007 <@slack_T0PARLEY_U0BEN>' })
    for (const line of ['list', 'show odd', 'delete odd', 'edit odd']) {
      const { text } = await ann.say(line)
      expect(text, line).not.toMatch(/[[\u202e\p{Cc}]--\n]|(?<!\\)<@slack_T0PARLEY_U0BEN>/v)
    }
  })

  it('in the id of an agent is told with what to do about it', async () => {
    const { ann, as } = await furnished()
    const taken = await ann.send(await ann.say('create demo'), { name: 'Another' })
    const message = 'is taken: choose another'
    expect(taken.form?.faults).toEqual([{ field: 'id', message }])
    // What the name gave stands in the field.
    const named = await ann.send(await ann.say('create'), { name: 'Démo' })
    expect(named.form?.faults).toEqual([{ field: 'id', message }])
    expect(named.form?.sections.flatMap(({ fields }) => fields).find(({ name }) => name === 'id')).toMatchObject({
      value: 'demo',
    })
    const japanese = as(caller('ann', { language: 'ja' }))
    const again = await japanese.send(await japanese.say('create demo'), { name: 'Another' })
    expect(again.form?.faults?.[0]?.message).toMatch(/別のものを選んで/)
  })

  it('in files is told line by line', async () => {
    const files: [what: string, command: string, given: SentFile, says: RegExp][] = [
      ['a scenario that is no YAML', 'scenario upload', file('a.yaml', 'a: [b'), /line 1 \*\*S000\*\*/],
      ['a scenario that is no scenario', 'scenario upload', file('a.yaml', 'id: 7\nname: x'), /❌ .*\*\*S000\*\*/],
      [
        'a picture for a scenario',
        'scenario upload',
        file('a.png', new Uint8Array([137, 80, 0, 255])),
        /not a text file/,
      ],
      ['an empty document', 'knowledge add', file('a.md', ''), /❌ `a.md`/],
      ['a document of no known kind', 'knowledge add', file('a.bin', new Uint8Array([0, 1, 2, 255])), /❌ `a.bin`/],
    ]
    const { ann, rows } = await furnished()
    const before = await rows()
    for (const [what, command, given, says] of files) {
      expect((await ann.choose(command, { file: [given] })).text, what).toMatch(says)
    }
    expect(await rows()).toBe(before)
  })

  it('in the form of an agent is told at its field, where it still stands', async () => {
    const inputs: [sent: Record<string, string>, field: string, says: RegExp][] = [
      [{ name: '' }, 'name', /must not be empty/],
      [{ name: 'x'.repeat(101) }, 'name', /at most 100 characters/],
      [{ description: 'x'.repeat(121) }, 'description', /at most 120 characters/],
      [{ provider: 'x'.repeat(61) }, 'provider', /at most 60/],
      [{ avatar: 'x'.repeat(2049) }, 'avatar', /at most 2048/],
      [{ scope: 'secret' }, 'scope', /one of public, private/],
      [{ model: 'gpt-9' }, 'model', /must be one of/],
      [{ temperature: 'warm' }, 'temperature', /number like 0.4/],
      [{ temperature: '2', model: 'gpt-4o' }, 'temperature', /at most 1/],
      [{ temperature: '0.4' }, 'model', /is required/],
      [{ service: 'http://example.com' }, 'service', /must start with https/],
      [{ prompt: 'a b c '.repeat(3000), model: 'gpt-4o' }, 'prompt', /at most 6000 tokens/],
      [{ level: '7' }, 'level', /at most 3/],
      [{ knowledge: 'maybe' }, 'knowledge', /must be yes or no/],
      [{ passages: '31' }, 'passages', /at most 30/],
      [{ passages: '1.5' }, 'passages', /whole number/],
      [{ threshold: '1,5' }, 'threshold', /at most 1/],
      [{ searchPrompt: 'x'.repeat(1501) }, 'searchPrompt', /at most 1500/],
    ]
    const { ann, rows } = await furnished()
    const form = await ann.press(await ann.say('edit demo'), 'More settings…')
    const before = await rows()
    for (const [sent, field, says] of inputs) {
      const again = await ann.send(form, sent)
      expect(again.form?.faults, JSON.stringify(sent).slice(0, 100)).toEqual([
        { field, message: expect.stringMatching(says) },
      ])
      const fields = again.form!.sections.flatMap((section) => section.fields)
      const [name, value] = Object.entries(sent)[0]!
      const shown = fields.find((one) => one.name === name) as { kind: string; value?: string }
      if (shown.kind === 'text') expect(shown.value ?? '').toBe(value.trim())
    }
    expect(await rows()).toBe(before)
  })

  it('in the form of a webhook is told at its field, and no secret is repeated', async () => {
    const inputs: [sent: Record<string, string>, field: string, says: RegExp][] = [
      [{ name: '' }, 'name', /must not be empty/],
      [{ name: 'tickets' }, 'name', /name of another webhook/],
      [{ url: 'example.com' }, 'url', /http or https URL/],
      [{ url: 'https://#{host}/x' }, 'url', /before the path/],
      [{ method: 'PATCH' }, 'method', /must be one of GET/],
      [{ secretHeaders: 'Bearer of-the-test' }, 'secretHeaders', /each line must be like Name: value/],
      [{ secretHeaders: 'Authorization: ••••' }, 'secretHeaders', /is masked/],
      [{ headers: 'Bad Name: x' }, 'headers', /like Name: value/],
      [{ payload: '[1]' }, 'payload', /JSON object/],
      [{ payload: '{' }, 'payload', /JSON object/],
      [{ trigger: '2' }, 'functionName', /is required/],
      [{ functionParameters: '7' }, 'functionParameters', /JSON object/],
      [{ promptPrefix: 'x'.repeat(1001) }, 'promptPrefix', /at most 1000/],
    ]
    const { ann, rows } = await furnished()
    const form = await ann.say('webhook add')
    const before = await rows()
    for (const [sent, field, says] of inputs) {
      const again = await ann.send(form, { name: 'orders', url: 'https://example.com/orders', ...sent })
      const fault = { field, message: expect.stringMatching(says) }
      expect(again.form?.faults?.[0], JSON.stringify(sent).slice(0, 100)).toEqual(fault)
      expect(JSON.stringify([again.text, again.form?.faults])).not.toContain('of-the-test')
    }
    expect(await rows()).toBe(before)
  })
})
