import { type Destination, type HouseDestinations, hostOf } from '../../admin/destinations.ts'
import type { Config } from '../../config/index.ts'

/** What the configuration has told of what is said, besides the chat platforms. */
export function houseDestinations(config: Config): HouseDestinations {
  const { embeddings, transcription, moderation, smtp, telemetry, llm } = config
  const told = (what: Destination['what'], url: string | undefined): Destination[] =>
    url === undefined ? [] : [{ host: hostOf(url), what }]
  return {
    all: [
      ...told('embeddings', embeddings?.baseUrl),
      ...told('transcription', transcription?.endpoint.baseUrl),
      ...told('moderation', moderation?.baseUrl),
      ...told('mail', smtp?.url),
      ...told('telemetry', telemetry?.traces ?? telemetry?.metrics),
    ],
    hostOf(provider) {
      const { all, providers } = llm.endpoints
      const url = (all ?? providers[provider])?.baseUrl
      return url === undefined ? undefined : hostOf(url)
    },
  }
}
