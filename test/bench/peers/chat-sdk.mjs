import { createServer } from 'node:http'
import { createSlackAdapter } from '@chat-adapter/slack'
import { createMemoryState } from '@chat-adapter/state-memory'
import { Chat } from 'chat'
import { serveProbe } from '../support/probe.ts'

/** The least that can be written on Chat SDK, which keeps what it must not answer twice in memory. */
const { SLACK_BOT_TOKEN, SLACK_SIGNING_SECRET, SLACK_API_URL, ANSWER } = process.env

const chat = new Chat({
  userName: 'parley',
  logger: 'silent',
  state: createMemoryState(),
  adapters: {
    slack: createSlackAdapter({
      botToken: SLACK_BOT_TOKEN,
      signingSecret: SLACK_SIGNING_SECRET,
      apiUrl: SLACK_API_URL,
    }),
  },
})
chat.onNewMention(async (thread) => {
  await thread.post(ANSWER)
})

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const { method, headers, url } = request
  const event = new Request(new URL(url, 'http://127.0.0.1'), { method, headers, body: Buffer.concat(chunks) })
  const { status, body } = await chat.webhooks.slack(event, { waitUntil: (work) => void work.catch(() => {}) })
  response.writeHead(status)
  response.end(body === null ? '' : Buffer.from(await new Response(body).arrayBuffer()))
})
server.listen(0, '127.0.0.1', () => serveProbe(`http://127.0.0.1:${server.address().port}`))
