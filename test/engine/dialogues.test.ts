import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import type { SendWebhook } from '../../src/engine/webhooks/send.ts'
import { said } from './dialogues/said.ts'
import { createWorld } from './scenario-world.ts'

/** Servers behind the webhooks of the example agents. */
const send: SendWebhook = async ({ webhook, event }) => {
  const bodies: Record<string, object> = {
    balance: { balance: '1000' },
    free_at: { free: String(!String(event.state['when']).includes('T09:00')), instead: '10:00' },
    tickets: { id: '42' },
  }
  return { status: 200, body: JSON.stringify(bodies[webhook.name] ?? {}), ms: 0 }
}

function agentIn(name: string) {
  const folder = join(import.meta.dirname, '../../examples/agents', name)
  const read = (file: string) => parse(readFileSync(join(folder, file), 'utf8'))
  const files = readdirSync(folder)
  return {
    ...read('agent.yaml'),
    rules: files.includes('rules.yaml') ? read('rules.yaml') : [],
    scenarios: readdirSync(join(folder, 'scenarios')).map((file) => read(join('scenarios', file))),
  }
}

it.each(Object.keys(said))('%s says what it is expected to', async (name) => {
  const world = await createWorld({ ...agentIn(name), send })
  const transcript: string[] = []
  for (const [i, line] of said[name]!.entries()) {
    transcript.push(`== ${i + 1}`)
    for (const utterance of line.split(' / ')) {
      if (utterance === '⏰') {
        world.advance(61)
        continue
      }
      const { text } = await world.say(utterance, { conversation: `dm-${i}` })
      transcript.push(
        `> ${utterance}`,
        ...text
          .split('\n')
          .filter(Boolean)
          .map((row) => `  ${row}`),
      )
    }
  }
  await expect(`${transcript.join('\n')}\n`).toMatchFileSnapshot(`dialogues/${name}.txt`)
})
