import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { deedIn, logLine, summaryIn } from '../../src/admin/log-lines.ts'
import { logs } from '../../src/admin/words/index.ts'

const root = resolve(import.meta.dirname, '../..')
const holesOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()
const fill = (text: string) => text.replace(/\{(\w+)\}/g, '<$1 1>')

describe('the log of changes in the reader’s language', () => {
  const lines = Object.entries(logs.en.lines)

  it.each(lines)('%s says the same of the same in every language', (name, text) => {
    const japanese = logs.ja.lines[name as keyof typeof logs.ja.lines]
    expect(holesOf(japanese)).toEqual(holesOf(text))
    // What was written is read again, with every name and value where it belongs.
    const action = name.startsWith('document/') ? 'agent.publish' : name.split('/')[0]!
    expect(summaryIn('ja', { action, summary: fill(text) })).toBe(fill(japanese))
    expect(summaryIn('en', { action, summary: fill(text) })).toBe(fill(text))
  })

  it('tells line by line, and what an unset setting or a long text came to', () => {
    const summary = [
      logLine('document/version', { former: 1, version: 2 }),
      'displayName: "Guide" → "Leitung"',
      'prompt: none → 120 characters',
      'llmSettings.temperature: unset → 0.5',
      'rules["hello"]: added',
      'rules["bye"]: say',
    ].join('\n')
    expect(summaryIn('ja', { action: 'agent.publish', summary }).split('\n')).toEqual([
      'バージョン 1 → 2',
      'displayName: "Guide" → "Leitung"',
      'prompt: なし → 120 文字',
      'llmSettings.temperature: 未設定 → 0.5',
      'rules["hello"]: 追加',
      'rules["bye"]: say',
    ])
  })

  it('tells what somebody is, what kind a key is, and who came from the terminal; a name that reads like one is left', () => {
    const told = (action: string, summary: string) => summaryIn('ja', { action, summary })
    expect(told('role.set', 'slack_T_U: admin of desk, admin of shop → owner')).toBe(
      'slack_T_U: desk の管理者、shop の管理者 → オーナー',
    )
    expect(told('role.remove', 'slack_T_U: blocked → member')).toBe('slack_T_U: ブロック → メンバー')
    expect(told('key.issue', 'management key 5f0c, "management"')).toBe('管理用キー 5f0c、「management」')
    expect(told('key.issue', 'agent key 5f0c, "owner"')).toBe('エージェント用キー 5f0c、「owner」')
    expect(told('account.update', 'plan: unlimited')).toBe('プラン: 無制限')
    expect(told('console.sign-in', 'cli signed in to the console')).toBe('ターミナル がコンソールにサインイン')
  })

  it('leaves what was kept long ago, and what somebody wrote, as it is', () => {
    for (const [action, summary] of [
      ['key.issue', 'a key of the old kind'],
      ['account.pause', 'we are moving house'],
      ['something.new', 'in words of another version'],
      // Each action has lines of its own: nobody makes one of another by what they write.
      ['account.pause', 'ann signed in to the console'],
    ] as const) {
      expect(summaryIn('ja', { action, summary })).toBe(summary)
    }
    expect(deedIn('ja', 'something.new')).toBe('something.new')
  })

  it('has a name for every action', () => {
    const sources = globSync(['src/**/*.ts', 'adapters/**/*.ts'], { cwd: root }).filter(
      (file) => !file.includes('/migrations/'),
    )
    const actions = sources.flatMap((file) =>
      [
        ...readFileSync(join(root, file), 'utf8').matchAll(
          /(?:\baction: |\baction = |change\(\s*call, )'([a-z]+\.[a-z.]+)'/g,
        ),
      ].map(([, action]) => action!),
    )
    expect(actions.length).toBeGreaterThan(60)
    const known: Record<string, string> = logs.en.deeds
    expect([...new Set(actions)].filter((action) => !known[action])).toEqual([])
    expect(deedIn('ja', 'key.issue')).toBe('キーを発行')
  })
})
