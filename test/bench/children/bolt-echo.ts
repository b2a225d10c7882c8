import type { AddressInfo } from 'node:net'
import { App } from '@slack/bolt'
import { serveProbe } from '../support/probe.ts'

const { SLACK_BOT_TOKEN, SLACK_SIGNING_SECRET, SLACK_API_URL, ANSWER } = process.env as Record<string, string>

const app = new App({
  token: SLACK_BOT_TOKEN!,
  signingSecret: SLACK_SIGNING_SECRET!,
  clientOptions: { slackApiUrl: SLACK_API_URL! },
})
app.event('app_mention', async ({ event, say }) => {
  await say({ text: ANSWER!, thread_ts: event.ts })
})
const server = await app.start({ port: 0, host: '127.0.0.1' })
serveProbe(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
