import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { plainText, viewText } from '../../src/cli/view.ts'
import { runCommand } from '../support/command.ts'
import { startModelServer } from '../support/model-server.ts'
import { tempFolder } from '../support/temp-folder.ts'

function terminal(env: Record<string, string> = {}) {
  const folder = tempFolder()
  const parley = async (...argv: string[]) => {
    const out: string[] = []
    const err: string[] = []
    const io = { stdout: { write: (s: string) => out.push(s) }, stderr: { write: (s: string) => err.push(s) } }
    const code = await runCommand(argv, { ...io, env: { ...env, PARLEY_DATA: join(folder, 'data') } })
    return { code, out: out.join(''), err: err.join('') }
  }
  return { folder, parley }
}

describe('parley agent', () => {
  it('edits by fields, shows the diff, publishes and rolls back', async () => {
    const { parley } = terminal()
    const edited = await parley('agent', 'edit', 'demo', '--set', 'name=House', '--set=temperature=0.9')
    expect(edited).toMatchObject({ code: 0, err: '' })
    expect(edited.out).toContain('+  displayName: House')
    expect(edited.out).not.toMatch(/\*\*|```|`demo`/)
    expect((await parley('agent', 'diff', 'demo')).out).toContain('+    temperature: 0.9')
    expect((await parley('agent', 'publish', 'demo')).out).toMatch(/^Version 2 of demo is live/)
    expect((await parley('agent', 'rollback', '1', '--agent', 'demo', '--press', 'undo')).out).toMatch(/version 4/)
    expect((await parley('agent', 'show', 'demo')).out).toMatch(/^House demo, version 4/)
  })

  it('speaks the language of the shell', async () => {
    const { parley } = terminal({ LANG: 'ja_JP.UTF-8' })
    expect((await parley('agent', 'list')).out).toMatch(/^エージェント/)
    expect((await parley('agent', 'edit', 'demo')).out).toMatch(/--set name=… +名前 \(現在は Parley\)/)
    await parley('agent', 'rule', 'add', 'lunch', 'At noon.', '--agent', 'demo')
    await parley('agent', 'rule', 'add', 'tea', 'At four.', '--agent', 'demo')
    expect((await parley('agent', 'publish', 'demo')).out).toMatch(/実行するには --yes を付けてください:公開/)
    const unknown = await parley('agent', 'edit', 'demo', '--set', 'temprature=0.4')
    expect(unknown).toMatchObject({ code: 2, err: expect.stringMatching(/^temprature という項目はありません/) })
    const other = await parley('agent', 'show', 'nobody')
    expect(other.err).toMatch(/エージェント/)
  })

  it('shows all of a draft before it publishes more than one change', async () => {
    const { parley } = terminal()
    await parley('agent', 'rule', 'add', 'lunch', 'At noon.', '--agent', 'demo')
    await parley('agent', 'rule', 'add', 'tea', 'At four.', '--agent', 'demo')
    const shown = await parley('agent', 'publish', 'demo')
    expect(shown.out).toMatch(
      /lunch[\s\S]*tea[\s\S]*These are 2 changes:\n- \w{3} \d{1,2}, \d{4}, \d{1,2}:\d{2}\s[AP]M, cli: rule\.add/,
    )
    expect(shown.out).toContain('Add --yes to do it (Publish).')
    expect((await parley('agent', 'show', 'demo')).out).toMatch(/version 1/)
    expect((await parley('agent', 'publish', 'demo', '--yes')).out).toMatch(/^Version 2 of demo is live/)
  })

  it('shows what a form takes, and what is wrong in it', async () => {
    const { parley } = terminal()
    const form = await parley('agent', 'edit', 'demo')
    expect(form.out).toMatch(/--set name=… +Name \(now Parley\)/)
    expect(form.out).toMatch(/--set scope=… +Who may use it: private, public \(now private\)/)
    expect(form.out).toMatch(/--file <path> +Prompt as a file/)
    const wrong = await parley('agent', 'edit', 'demo', '--set', 'temperature=7')
    expect(wrong).toMatchObject({ code: 1, out: '' })
    expect(wrong.err).toMatch(/--set temperature=….*\n +must be at most 1/)
    expect(await parley('agent', 'edit', 'demo', '--set', 'temprature=0.4')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^There is no field temprature. The fields are name, description/),
    })
    expect(await parley('agent', 'list', '--set', 'name=x')).toMatchObject({ code: 2 })
  })

  it('takes a long prompt as a file', async () => {
    const { folder, parley } = terminal()
    const path = join(folder, 'prompt.md')
    writeFileSync(path, 'Be kind.\n'.repeat(500))
    expect((await parley('agent', 'edit', 'demo', '--file', path)).code).toBe(0)
    expect((await parley('agent', 'edit', 'demo')).out).toMatch(/demo-prompt\.md:\nBe kind\./)
    expect(await parley('agent', 'edit', 'demo', '--file', join(folder, 'none.md'))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/none\.md cannot be read: there is no such file/),
    })
  })

  it('asks before it deletes, unless it is told to', async () => {
    const { parley } = terminal()
    const asked = await parley('agent', 'delete', 'demo')
    expect(asked.out).toMatch(/^Delete Parley demo for good\? With it go:\n- 1 version,/)
    expect(asked.out).toContain('Add --yes to do it (Delete it).')
    expect((await parley('agent', 'list')).out).toContain('demo')
    expect((await parley('agent', 'delete', 'demo', '--yes')).out).toBe('demo is deleted, with everything of it.\n')
    expect((await parley('agent', 'list')).out).toMatch(/^There are no agents yet/)
  })

  it('never takes yes for an answer where there is more than one', async () => {
    const { parley } = terminal()
    await parley('agent', 'edit', 'demo', '--set', 'name=House')
    const diff = await parley('agent', 'diff', 'demo', '--yes')
    expect(diff.out).toContain('+  displayName: House')
    expect(diff.out).not.toContain('Add --yes')
    expect((await parley('agent', 'diff', 'demo')).out).toBe(diff.out)
    expect((await parley('agent', 'diff', 'demo', '--press', 'Discard the draft')).out).toMatch(/is gone/)
  })

  it('says what can be pressed, as it is to be typed', async () => {
    const { parley } = terminal()
    const proposed = await parley('agent', 'create', 'It answers what guests of a small inn ask.')
    expect(proposed.out).toMatch(/\nThe same command, given again, can press: --press "Make it"\n$/)
    const wish = ['agent', 'create', 'It answers what guests of a small inn ask.']
    expect((await parley(...wish, '--press', 'Make it')).out).toMatch(
      /\n.*can press: --press Publish, --press ".*", --press "Discard the draft"\n$/,
    )
    const ja = terminal({ LANG: 'ja_JP.UTF-8' })
    const added = await ja.parley('agent', 'rule', 'add', 'lunch', 'At noon.', '--agent', 'demo')
    expect(added.out).toMatch(/\nもう一度このコマンドに付けて実行すると押せます: --press 公開する、--press 元に戻す\n$/)
    expect((await parley('agent', 'diff', 'demo')).out).not.toContain('--press')
    expect(viewText({ text: 'x', buttons: [{ offer: 'o', label: 'a "b" $c' }] }, 'en')).toContain(
      '--press "a \\"b\\" \\$c"',
    )
  })

  it('presses a button of what it has shown, and asks nobody for another proposal', async () => {
    const models = await startModelServer()
    onTestFinished(() => models.stop())
    const { parley } = terminal({ PARLEY_LLM_BASE_URL: models.baseUrl, PARLEY_LLM_MODEL: 'test' })
    const wish = ['agent', 'create', 'It answers what guests of a small inn ask.']
    expect((await parley(...wish)).out).toContain('--press "Make it"')
    const asked = models.server.getRequests().length
    expect(asked).toBeGreaterThan(0)
    const made = await parley(...wish, '--press', 'make it')
    expect(made).toMatchObject({ code: 0, out: expect.stringContaining('--press Publish') })
    expect(models.server.getRequests()).toHaveLength(asked)
    // What can be pressed now is what was shown now.
    expect((await parley(...wish, '--press', 'Publish')).out).toMatch(/is live/)
    expect(models.server.getRequests()).toHaveLength(asked)
    // Without something that was shown it is done from the beginning.
    await parley(...wish, '--press', 'Make it')
    expect(models.server.getRequests().length).toBeGreaterThan(asked)
  })

  it('undoes what it has done, and not what it would do again', async () => {
    const { parley } = terminal()
    const add = ['agent', 'rule', 'add', 'lunch', 'At noon.', '--agent', 'demo']
    await parley(...add)
    expect((await parley(...add, '--press', 'Undo')).code).toBe(0)
    expect((await parley('agent', 'rule', 'list', 'lunch')).out).not.toContain('At noon.')
  })

  it('says the same to programs, as one line of JSON', async () => {
    const { parley } = terminal()
    const { out } = await parley('agent', 'rule', 'add', 'hello there', 'Hi, and', 'welcome', '--json')
    expect(out).toMatch(/^\{.*\}\n$/)
    expect(JSON.parse(out)).toMatchObject({
      text: expect.stringMatching(/^Rule \d+ is added/),
      buttons: [{ label: 'Publish' }, { label: 'Undo' }],
    })
    expect((await parley('agent', 'rule', 'list', 'welcome')).out).toContain('hello there → Hi, and welcome')
  })

  it.each([
    [['agent', 'show', 'dmeo'], 1, /^There is no agent dmeo\. Did you mean demo\?\nMore: /],
    [['agent', 'rollback', 'two', '--agent', 'demo'], 2, /version must be a whole number like 3, not two\.\nUsage:/],
    [['agent', 'rule', 'add'], 2, /when is missing: What people say.*\nsay is missing/],
    [['agent', 'rule', 'ad'], 2, /`parley agent rule ad` is not a command; did you mean agent rule add\?/],
    [['agent', 'use', 'demo'], 1, /Say which channel with --in/],
    [['agent', 'use', 'demo', '--in', 'slack:nowhere'], 2, /is no place/],
    [['agent', 'use', 'demo', '--in', 'matrix:T/C'], 2, /is no place/],
    [['agent', 'use', 'demo', '--in'], 2, /--in needs a value/],
    [['agent', 'list', '--json=yes'], 2, /--json takes no value/],
    [['agent', 'versions', 'demo', '--press', 'Publish'], 2, /There is no button Publish/],
    [['agent', 'scenario', 'upload', 'none.yaml', '--agent', 'demo'], 1, /none\.yaml cannot be read/],
    [['agent', 'show', 'demo', '--account', 'nobody'], 1, /no account with this id/],
  ])('%j ends with %i and says why', async (argv, code, says) => {
    const { parley } = terminal()
    expect(await parley(...argv)).toMatchObject({ code, out: '', err: expect.stringMatching(says) })
  })

  it('binds a place of a platform as if it were used there', async () => {
    const { parley } = terminal()
    const here = ['--in', 'slack:T0AB/C0XY']
    expect((await parley('agent', 'use', 'demo', 'thread', ...here)).out).toMatch(/^demo answers in this channel/)
    expect((await parley('agent', 'list', ...here)).out).toContain('← here')
    expect((await parley('agent', 'unuse', ...here)).out).toMatch(/is not bound in this channel any more/)
  })

  it('still tells folders from agents where they are compared', async () => {
    const { folder, parley } = terminal()
    const agent = join(folder, 'guide')
    mkdirSync(agent)
    const about = 'displayName: Guide\n  description: ""\n  photoUrl: ""\n  providerName: ""\n  scope: private\n'
    writeFileSync(join(agent, 'agent.yaml'), `agent:\n  ${about}`)
    expect((await parley('agent', 'diff', agent)).out).toBe('guide: would be made\n')
    expect((await parley('agent', 'diff', 'demo')).out).toMatch(/has no draft/)
    expect((await parley('agent', 'apply', agent)).out).toBe('guide: made\n')
  })

  it('is helped with like the other commands', async () => {
    const { parley } = terminal()
    const { out } = await parley('help', 'agent', 'use')
    expect(out).toContain('Usage: parley agent use <agent> [<mode>] [options]')
    expect(out).toContain('--where channel|workspace')
    expect((await parley('agent', 'help', 'use')).out).toContain('parley agent use <agent> [<mode>]')
  })
})

it('nothing that people wrote steers the terminal', () => {
  const text = 'a \u001b[2Jb\u0007\n\tc\u009bd'
  expect(viewText({ text, file: { name: 'x.md', text } }, 'en')).toBe('a [2Jb\n\tcd\n\nx.md:\na [2Jb\n\tcd')
})

it('plain text keeps what is code as it is', () => {
  expect(plainText('**a** `b_c` <@slack_T_U> \\*d\\*\n```diff\n+ **e** `f`\n```\nend', 'en')).toBe(
    'a b_c slack_T_U *d*\n+ **e** `f`\nend',
  )
})
