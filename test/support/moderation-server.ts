import { startWebhookServer } from './webhook-server.ts'

/** A real server of OpenAI's `/moderations`, which flags what speaks of what is forbidden. */
export async function startModerationServer() {
  let status = 200
  const server = await startWebhookServer(({ body }, response) => {
    const { input } = JSON.parse(body) as { input: string }
    const flagged = /forbidden|禁止/.test(input)
    const results = [{ flagged, categories: { violence: flagged, hate: false }, category_scores: { violence: 0.9 } }]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ id: 'modr-1', results }))
  })
  return {
    ...server,
    baseUrl: `${server.url}/v1`,
    judged: () => server.received.map(({ body }) => (JSON.parse(body) as { input: string }).input),
    /** From now on it answers so. */
    answerWith(next: number) {
      status = next
    },
  }
}
