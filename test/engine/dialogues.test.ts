import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { intentAnswer } from '../../src/engine/scenario/intents.ts'
import type { SendWebhook } from '../../src/engine/webhooks/send.ts'
import { startModelServer } from '../support/model-server.ts'
import { onlyModels, pointed, said } from './dialogues/said.ts'
import { createWorld, type WorldOptions } from './scenario-world.ts'

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

describe.each(Object.keys(said))('%s', (name) => {
  it('says what it is expected to', async () => {
    const transcript = await played(said[name]!, { ...agentIn(name), send })
    await expect(transcript).toMatchFileSnapshot(`dialogues/${name}.txt`)
  })

  it('does so with a model, too, which hears what types and phrases leave, and answers what nobody wrote', async () => {
    const { agent, ...rest } = agentIn(name)
    const written = {
      ...rest,
      agent: { ...agent, llmSettings: { llm: 'gpt-4o-mini' } },
      models: await scripted(),
      send,
    }
    const transcript = await played([...said[name]!, ...onlyModels[name]!], written)
    await expect(transcript).toMatchFileSnapshot(`dialogues/${name}.model.txt`)
  })
})

/** A server of the OpenAI protocol that points at what its script says of a message, sees no intents, and chats in one sentence. */
async function scripted(): Promise<string> {
  const { server, baseUrl, stop } = await startModelServer()
  onTestFinished(stop)
  type Body = { messages: { role: string; content?: unknown }[] }
  const asked = ({ messages }: Body, what: string) => `${messages[0]?.content}`.startsWith(what)
  const last = ({ messages }: Body) => `${messages.findLast(({ role }) => role === 'user')?.content}`
  const on = (fits: (body: Body) => boolean, content: string) =>
    server.on({ predicate: ((body: Body) => fits(body)) as never }, { content } as never)
  for (const [message, slots] of Object.entries(pointed)) {
    const isIt = (body: Body) => JSON.parse(last(body)).message === message
    on((body) => asked(body, 'The person is asked for the values of "slots"') && isIt(body), JSON.stringify({ slots }))
  }
  on((body) => asked(body, 'The person is asked for the values of "slots"'), '{"slots":[]}')
  on((body) => asked(body, 'Decide which of the numbered "intents"'), intentAnswer([]))
  on(() => true, 'That is what the model says.')
  return baseUrl
}

async function played(lines: readonly string[], options: WorldOptions): Promise<string> {
  const world = await createWorld(options)
  const transcript: string[] = []
  for (const [i, line] of lines.entries()) {
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
  return `${transcript.join('\n')}\n`
}
