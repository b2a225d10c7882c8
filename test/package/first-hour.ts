import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { createSlackSimulator } from '../../console/stand-ins/slack/index.ts'
import { agentPerson } from '../adapters/slack/agent-person.ts'
import { startProcess } from '../support/parley-process.ts'
import { textOf } from '../support/slack-text.ts'

const [ann, ben] = ['U0ANN', 'U0BEN']
const channel = 'C0GENERAL'

const handbook = `# Handbook

## Holidays

Everybody has 26 days of holidays a year. Ask for them in the calendar two weeks before.

## Laptops

A broken laptop goes to the workshop in room 12, which is open from nine to five.
`

export interface Step {
  step: string
  seconds: number
}

/**
 * What a stranger does in their first hour, from an empty folder to an agent that answers a colleague from a handbook: each command
 * and each form, with its time; then what the colleague read.
 */
export async function firstHour(bin: string, folder: string): Promise<{ steps: Step[]; answer: string }> {
  mkdirSync(folder)
  const simulator = createSlackSimulator({ limits: { retryDelaysMs: [] } })
  await simulator.start()
  const steps: Step[] = []
  async function step<T>(name: string, act: () => T | Promise<T>): Promise<T> {
    const from = performance.now()
    const result = await act()
    steps.push({ step: name, seconds: (performance.now() - from) / 1000 })
    return result
  }
  const env = {
    PATH: process.env['PATH']!,
    SLACK_API_URL: `${simulator.url}/api/`,
    SLACK_BOT_TOKEN: simulator.botToken,
    SLACK_APP_TOKEN: simulator.appToken,
  }
  // Slack's stand-in is in this process, and has to answer meanwhile.
  const parley = async (...words: string[]): Promise<string> =>
    (await promisify(execFile)(process.execPath, [bin, ...words], { cwd: folder, env })).stdout
  try {
    const manifest = await step('parley slack manifest', () => parley('slack', 'manifest'))
    expect(manifest).toContain('app_mentions:read')
    const server = await step('parley start', () => startProcess(env, { cwd: folder, bin }))
    try {
      await expect.poll(() => simulator.connections).toBeGreaterThan(0)
      await step('parley doctor slack', () => parley('doctor', 'slack'))
      const person = agentPerson(simulator, ann, channel)
      await step('/agent create', () => person.say('create'))
      expect(await step('the form: a name', () => person.send({ name: 'Handbook' }))).toContain('Handbook')
      await step('/agent knowledge add', () => person.say('knowledge add --agent handbook'))
      const file = { name: 'handbook.md', text: handbook }
      expect(await step('the form: a file', () => person.send({ file }))).toMatch(/^✅ `handbook.md`: 2 passages[^⚠]*$/)
      expect(await step('/agent use handbook', () => person.say('use handbook'))).toContain('answers in this channel')
      const answer = await step('@parley, asked by a colleague', async () => {
        simulator.say({ user: ben, channel, text: '@parley How many days of holidays do I have?' })
        const said = () => simulator.messages(channel, { as: ben }).map(textOf)
        await expect.poll(() => said().join('\n')).toContain('26 days')
        return said().at(-1)!
      })
      return { steps, answer }
    } finally {
      await server.kill('SIGTERM')
    }
  } finally {
    await simulator.stop()
  }
}
