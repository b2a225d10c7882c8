import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { createApp } from '../../src/app/index.ts'
import { summaryText } from '../../src/app/summary.ts'
import { createTurnLines } from '../../src/app/turn-line.ts'
import type { LogForm } from '../../src/lib/log.ts'
import { runCommand } from '../support/command.ts'
import { loadConfig } from '../support/config.ts'
import { tempFolder } from '../support/temp-folder.ts'

function collected() {
  const lines: Record<string, unknown>[] = []
  return { lines, log: pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) }) }
}

it('each turn is a line in the log, from what a caller asked, and holds neither who it was nor what was said', async () => {
  const env = { PORT: '0', PARLEY_DATA: tempFolder(), LOG_LEVEL: 'info' }
  const { lines, log } = collected()
  // Also where somebody watches: a log that was brought may be kept.
  const { isTTY } = process.stderr
  process.stderr.isTTY = true
  const app = await createApp(loadConfig(env), { log })
  process.stderr.isTTY = isTTY
  onTestFinished(() => app.close())
  let printed = ''
  const stdout = { write: (text: string) => (printed += text) }
  await runCommand(['key', 'issue', '--kind', 'conversation', '--json'], { stdout, stderr: stdout, env })
  const body = { uid: 'annstein', utterance: 'whisperedwords', agent_id: 'demo', api_key: JSON.parse(printed).key }
  const answer = await fetch(`${app.url}/api`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
  const turns = () => lines.filter(({ msg }) => msg === 'turn')
  await expect.poll(turns).toHaveLength(1)
  const [turn] = turns()
  expect(turn).toMatchObject({
    ...{ level: 30, door: 'http', agent: 'demo', account: 'default', end: 'whole' },
    ...{ source: expect.any(String), ms: expect.any(Number), turn: expect.any(String) },
  })
  expect(JSON.stringify(lines)).not.toMatch(/annstein|whisperedwords/)

  const shown = summaryText(await app.summary(), 'ja').split('\n')
  expect(shown).toHaveLength(5)
  expect(shown[1]).toContain(`${env.PARLEY_DATA} (SQLite)`)
  expect(shown[4]).toMatch(/^ {2}エージェント {2}\d+ 個: demo/)
})

const failed = {
  ...{ turn: 'turn-1', key: 'demo/default/slack_T0_U0ANN', conversation: 'slack:T0/D0', door: 'slack' as const },
  event: 'slack:T0/D0/1.2',
  trace: {
    ...{ source: 'model' as const, ms: 40, modelError: 'rate_limited' as const },
    model: { id: 'gpt-4o', ms: 30, inputTokens: 5, outputTokens: 2 },
  },
  interrupted: 'failed' as const,
}

it.each<[LogForm, object]>([
  ['json', { account: 'default' }],
  ['terminal', { who: 'slack_T0_U0ANN' }],
])('one that failed is a warning that says why (%s)', (form, whose) => {
  const { lines, log } = collected()
  createTurnLines(log, form)(failed as never)
  const { time: _, ...line } = lines[0]!
  expect(line).toEqual({
    ...{ level: 40, msg: 'turn', door: 'slack', agent: 'demo', ...whose, source: 'model', end: 'failed' },
    ...{ why: 'rate_limited', model: 'gpt-4o', tokens: 7, ms: 40, turn: 'turn-1', event: 'slack:T0/D0/1.2' },
  })
})
