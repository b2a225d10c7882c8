import { afterAll, describe, expect, it } from 'vitest'
import { week } from '../../src/cli/demo-data/week.ts'
import { recentTurns } from '../../src/store/recent-turns.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { outcomes } from '../../src/store/turn-seen/shape.ts'
import { runCommand } from '../support/command.ts'
import { makeTempFolder, tempFolder } from '../support/temp-folder.ts'

const end = Date.UTC(2026, 10, 21, 12)
const weekMs = 168 * 3_600_000
const all = (seed: number) => [...week({ turns: 3000, seed, end })].flat()

describe('a made-up week', () => {
  it('is the same for the same seed, and another one for another', () => {
    expect(all(1)).toEqual(all(1))
    expect(all(1).map(({ asked }) => asked)).not.toEqual(all(2).map(({ asked }) => asked))
  })

  it('has as many questions as were asked for, in the order of time, and none from after its end', () => {
    const turns = all(1)
    expect(turns).toHaveLength(3000)
    expect(turns.map(({ at }) => at)).toEqual(turns.map(({ at }) => at).toSorted((a, b) => a - b))
    expect(turns[0]!.at).toBeGreaterThanOrEqual(end - weekMs)
    expect(turns.at(-1)!.at + turns.at(-1)!.ms).toBeLessThanOrEqual(end)
  })

  it('leaves no word of a sentence unfilled', () => {
    expect(all(3).filter(({ asked, answered }) => /[{}]/.test(asked + answered))).toEqual([])
  })

  it('has both languages, three platforms, every way to answer, opinions and troubles', () => {
    const turns = all(1)
    const seen = <Of>(of: (turn: (typeof turns)[number]) => Of) => new Set(turns.map(of))
    expect(seen(({ person }) => person.language)).toEqual(new Set(['en', 'ja']))
    expect(seen(({ person }) => person.platform)).toEqual(new Set(['slack', 'teams', 'discord']))
    expect(seen(({ by }) => by).size).toBe(7)
    expect(seen(({ vote }) => vote)).toEqual(new Set(['good', 'bad', undefined]))
    expect(seen(({ trouble }) => trouble)).toEqual(new Set(['model', 'plain', 'given_up', undefined]))
  })
})

describe('`parley demo-data`', () => {
  const folder = makeTempFolder()
  afterAll(() => folder.remove())

  async function parley(argv: string[], path = folder.path) {
    let stdout = ''
    let stderr = ''
    const code = await runCommand(argv, {
      stdout: { write: (text: string) => (stdout += text) },
      stderr: { write: (text: string) => (stderr += text) },
      env: { PARLEY_DATA: path, PARLEY_LLM_BASE_URL: '' },
    })
    return { code, stdout, stderr }
  }

  it('fills an empty folder with what the lists, the stories and the ledgers show', async () => {
    const { stdout, code } = await parley(['demo-data', '--turns', '900', '--json'])
    expect(code).toBe(0)
    const made = JSON.parse(stdout)
    expect(made).toMatchObject({ turns: 900, agents: ['it-desk', 'office', 'lantern'] })
    const db = await openSqlite(folder.path)
    try {
      const { turns } = await recentTurns(db).page({ account: 'default', agents: 'all' }, { limit: 900 })
      expect(turns).toHaveLength(900)
      const seen = new Set(turns.map(({ outcome }) => outcome))
      expect(outcomes.filter((one) => !seen.has(one))).toEqual(['opening', 'running'])
    } finally {
      await db.close()
    }
    for (const agent of made.agents) {
      const { stdout } = await parley(['replay', agent, '--live', '--json'])
      const { counts } = JSON.parse(stdout)
      expect(counts).toMatchObject({ different: 0, model: 0 })
      expect(counts.same).toBeGreaterThan(20)
    }
    const why = await parley(['why', '--agent', 'office', '--last', '1'])
    expect(why.stdout).toContain('They said: “')
    const usage = await parley(['usage', '--from', '2026-01-01', '--json'])
    expect(JSON.parse(usage.stdout).total.conversations).toBe(900)
  })

  it('refuses a folder in which something is kept, and leaves it as it is', async () => {
    const { stderr, code } = await parley(['demo-data'])
    expect(code).toBe(1)
    expect(stderr).toContain('Something is kept in')
  })

  it('understands numbers alone', async () => {
    const { stderr, code } = await parley(['demo-data', '--turns', 'many'], tempFolder())
    expect(code).toBe(2)
    expect(stderr).toContain('--turns must be a number from 1')
  })
})
