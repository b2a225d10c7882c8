import type { ClientEvent } from '../../console/stand-ins/slack/view.ts'
import { enterPlayground } from '../support/enter-playground.ts'
import { type ParleyProcess, startProcess } from '../support/parley-process.ts'
import { type Bench, median, type Scope, within } from './support/bench.ts'
import { tempFolder } from './support/folder.ts'

const rounds = 3
/** Before the memory is read. */
const moreMessages = 4

/** A new installation as `npm start` starts it, until the demo agent has answered in the Slack pane of the playground. */
export const start: Bench = async (scope) => {
  const seen: Awaited<ReturnType<typeof startOnce>>[] = []
  for (let round = 0; round < rounds; round++) seen.push(await startOnce(scope))
  return [
    {
      metric: 'to running',
      ours: median(seen.map(({ runningMs }) => runningMs)),
      baseline: null,
      unit: 'ms',
      goal: { atMost: 600 },
    },
    {
      metric: 'to the first answer in the Slack pane',
      ours: median(seen.map(({ answeredMs }) => answeredMs)),
      baseline: null,
      unit: 'ms',
      goal: { atMost: 1000 },
    },
    {
      metric: 'resident memory with the Slack pane in use',
      ours: median(seen.map(({ rssBytes }) => rssBytes)) / 1e6,
      baseline: null,
      unit: 'MB',
      goal: { atMost: 110 },
    },
  ]
}

async function startOnce(scope: Scope) {
  const startedAt = performance.now()
  const parley = await startProcess({ PARLEY_DATA: tempFolder(scope) })
  scope.defer(() => parley.kill())
  const runningMs = performance.now() - startedAt
  const pane = await openPane(parley)
  await within(10_000, 'the first answer', pane.say('hello'))
  const answeredMs = performance.now() - startedAt
  for (let more = 0; more < moreMessages; more++) await within(10_000, 'an answer', pane.say('Tell me a joke'))
  const metrics = await (await fetch(`${parley.url}/metrics`)).text()
  const rssBytes = Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)![1])
  await parley.kill()
  return { runningMs, answeredMs, rssBytes }
}

/** What the playground's page does. */
async function openPane(parley: ParleyProcess) {
  const url = `${parley.url}/playground/slack`
  const cookie = await enterPlayground(parley.address)
  const post = async (path: string, body: object): Promise<Record<string, string>> => {
    const headers = { 'content-type': 'application/json', cookie }
    const response = await fetch(`${url}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path} was answered ${response.status}`)
    return (await response.json()) as Record<string, string>
  }
  const { user } = await post('open', {})
  const { body } = await fetch(`${url}/events?user=${user}`, { headers: { cookie } })
  const events = eventsOf(body!)
  const next = async (): Promise<ClientEvent> => (await events.next()).value!
  const snapshot = await next()
  if (snapshot.type !== 'snapshot') throw new Error('the snapshot did not come first')
  const channel = snapshot.channels.find(({ kind }) => kind === 'im')!.id

  return {
    /** Resolves when the bot has written something. */
    async say(text: string): Promise<void> {
      await post('messages', { user, channel, text })
      for (let event = await next(); ; event = await next()) {
        if (event.type === 'message' && event.message.user === snapshot.bot.id) return
      }
    },
  }
}

async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ClientEvent, undefined> {
  let text = ''
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const events = (text + chunk).split('\n\n')
    text = events.pop()!
    for (const event of events) if (event.startsWith('data: ')) yield JSON.parse(event.slice('data: '.length))
  }
  return undefined
}
