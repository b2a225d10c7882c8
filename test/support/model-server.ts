import { LLMock } from '@copilotkit/aimock'

/** How fast the model writes. */
export interface Speed {
  /** To the first piece, in milliseconds. */
  ttft?: number
  /** Pieces a second. */
  tps?: number
  /** Characters a piece. */
  chunkSize?: number
}

/** A real server of the OpenAI protocol that answers as told; anything else is answered `You said: …`. */
export async function startModelServer() {
  const server = new LLMock({ port: 0, host: '127.0.0.1', chunkSize: 5 })
  await server.start()
  const profile = ({ ttft = 0, tps, chunkSize = 5 }: Speed) => ({
    chunkSize,
    ...(tps ? { streamingProfile: { ttft, tps } } : { latency: ttft }),
  })
  return {
    server,
    baseUrl: `${server.url}/v1`,
    /** Answers utterances that contain `said`. The last told comes first. */
    answer(said: string | RegExp, content: string, speed: Speed = {}) {
      server.prependFixture({ match: { userMessage: said }, response: { content }, ...profile(speed) })
    },
    stop: () => server.stop(),
  }
}
export type ModelServer = Awaited<ReturnType<typeof startModelServer>>
