import { spawn } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createSlackSimulator } from '../../../../console/stand-ins/slack/index.ts'
import { endWithParent } from '../../../support/end-with-parent.ts'
import { call, createClock, later, startSimulator } from './support.ts'

function journalPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-slack-'))
  later(() => rmSync(folder, { recursive: true }))
  return join(folder, 'slack.jsonl')
}

/** A simulator in a process of its own that is killed without warning once it has said what it did. */
async function killedProcess(journal: string): Promise<{ thread_ts: string; ts: string; event_id: string }> {
  const index = new URL('../../../../console/stand-ins/slack/index.ts', import.meta.url).href
  const script = `
    import { createSlackSimulator } from ${JSON.stringify(index)}
    const simulator = createSlackSimulator({ journal: ${JSON.stringify(journal)} })
    await simulator.start()
    const files = [{ name: 'a.txt', mimetype: 'text/plain', base64: 'SGVsbG8=' }]
    const thread_ts = simulator.say({ user: 'U0ANN', channel: 'D0ANN', text: 'Hi', files })
    simulator.remove({ user: 'U0ANN', channel: 'D0ANN', ts: simulator.say({ user: 'U0ANN', channel: 'D0ANN', text: 'Oops' }) })
    const call = async (method, args) => {
      const headers = { authorization: 'Bearer ' + simulator.botToken, 'content-type': 'application/json' }
      const response = await fetch(simulator.url + '/api/' + method, { method: 'POST', headers, body: JSON.stringify(args) })
      return response.json()
    }
    const recipient = { recipient_user_id: 'U0ANN', recipient_team_id: 'T0PARLEY' }
    const { ts } = await call('chat.startStream', { channel: 'D0ANN', thread_ts, ...recipient, markdown_text: 'Hel' })
    await call('chat.appendStream', { channel: 'D0ANN', ts, markdown_text: 'lo' })
    console.log(JSON.stringify({ thread_ts, ts }))
    setInterval(() => {}, 1000)
  `
  const child = endWithParent(
    spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  const exited = new Promise((resolve) => child.on('exit', resolve))
  const [line] = (await child.stdout.take(1).toArray()) as Buffer[]
  child.kill('SIGKILL')
  await exited
  return JSON.parse(String(line)) as { thread_ts: string; ts: string; event_id: string }
}

describe('the journal', () => {
  it('brings the workspace back after the process was killed', async () => {
    const journal = journalPath()
    const { thread_ts, ts } = await killedProcess(journal)
    appendFileSync(journal, '{"put":{"channel":"D0A')
    const simulator = await startSimulator({ journal })
    expect(simulator.messages('D0ANN')).toMatchObject([
      { ts: thread_ts, text: 'Hi', files: [{ name: 'a.txt', size: 5 }] },
      { ts, thread_ts, markdown: 'Hello', streaming: true },
    ])
    await call(simulator, 'chat.appendStream', { channel: 'D0ANN', ts, markdown_text: '!' })
    expect(await call(simulator, 'chat.stopStream', { channel: 'D0ANN', ts })).toMatchObject({
      message: { text: 'Hello!' },
    })
    const file = simulator.messages('D0ANN')[0]?.files?.[0]
    expect(await (await fetch(`${simulator.url}/client/files/${file?.id}`)).text()).toBe('Hello')
    expect(simulator.say({ user: 'U0ANN', channel: 'D0ANN', text: 'Next' }) > ts).toBe(true)
  })

  it('sends events again that were not acknowledged, as repetitions, and no others', async () => {
    const journal = journalPath()
    const first = createSlackSimulator({ journal })
    await first.start()
    const received: { id: string; retry: unknown }[] = []
    const { createServer } = await import('node:http')
    let status = 200
    const server = createServer(async (req, res) => {
      let text = ''
      for await (const chunk of req) text += chunk
      received.push({ id: JSON.parse(text).event_id, retry: req.headers['x-slack-retry-num'] })
      res.writeHead(status).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    later(() => {
      server.close()
      server.closeAllConnections()
    })
    const url = `http://127.0.0.1:${(server.address() as { port: number }).port}/`
    first.sendEventsTo(url)
    first.say({ user: 'U0ANN', channel: 'D0ANN', text: 'One' })
    await first.delivered()
    status = 500
    first.say({ user: 'U0ANN', channel: 'D0ANN', text: 'Two' })
    while (received.length < 3) await new Promise(setImmediate)
    await first.stop()
    const [, two] = received
    received.length = 0
    status = 200
    const second = await startSimulator({ journal })
    second.sendEventsTo(url)
    await second.delivered()
    expect(received).toEqual([{ id: two?.id, retry: '1' }])
    const third = await startSimulator({ journal })
    third.sendEventsTo(url)
    await third.delivered()
    expect(received).toHaveLength(1)
  })

  it('is written anew at the start, and keeps how old a stream is', async () => {
    const journal = journalPath()
    const clock = createClock()
    const first = createSlackSimulator({ journal, now: clock.now })
    await first.start()
    const thread_ts = first.say({ user: 'U0ANN', channel: 'D0ANN', text: 'Hi' })
    const recipient = { recipient_user_id: 'U0ANN', recipient_team_id: 'T0PARLEY' }
    const { ts } = await call(first, 'chat.startStream', { channel: 'D0ANN', thread_ts, ...recipient })
    for (let count = 0; count < 20; count++) {
      await call(first, 'chat.appendStream', { channel: 'D0ANN', ts, markdown_text: 'a' })
    }
    await first.stop()
    const before = readFileSync(journal, 'utf8').split('\n').length
    clock.pass(400_000)
    const second = await startSimulator({ journal, now: clock.now })
    expect(readFileSync(journal, 'utf8').split('\n').length).toBe(before - 20)
    const late = await call(second, 'chat.appendStream', { channel: 'D0ANN', ts, markdown_text: 'b' })
    expect(late.error).toBe('message_not_in_streaming_state')
    expect(second.messages('D0ANN')[1]?.markdown).toBe('a'.repeat(20))
  })
})
