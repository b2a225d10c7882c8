import { soundOf } from '../lib/sound.ts'
import type { Transcriber } from '../ports/transcriber.ts'
import { createOpenAiClients } from './llm/client.ts'
import type { Endpoint } from './llm/endpoints.ts'
import { failureOf, wasRefused } from './llm/failure.ts'

export interface TranscriptionParts {
  endpoint: Endpoint
  /** As the server calls it, e.g. `whisper-1`. */
  model: string
  maxSeconds: number
  /** For one recording; it is not sent twice. */
  timeoutMs?: number
}

/** `/audio/transcriptions` of any server that speaks the OpenAI protocol. Errors say a status, never a key or a word. */
export function createOpenAiTranscriber(parts: TranscriptionParts): Transcriber {
  const { endpoint, model, maxSeconds, timeoutMs = 60_000 } = parts
  const clientOf = createOpenAiClients()
  return {
    maxSeconds,
    async transcribe({ bytes }, signal, ended) {
      const { ending, mimetype: type } = soundOf(bytes) ?? { ending: 'mp3', mimetype: 'audio/mpeg' }
      const client = await clientOf(endpoint)
      const file = new File([Buffer.from(bytes)], `voice.${ending}`, { type })
      const told = await client.audio.transcriptions
        .create({ file, model, response_format: 'json' }, { signal, timeout: timeoutMs })
        .catch((error: unknown) => {
          ended?.(wasRefused(error) ? 'refused' : 'unknown')
          if (signal.aborted) throw signal.reason
          throw new Error(`${model} could not hear a recording: ${failureOf(error, 0).reason}`)
        })
      const { text = '', usage } = told as { text?: string; usage?: { type?: string; seconds?: number } }
      return { text: text.trim(), ...(usage?.type === 'duration' && usage.seconds && { seconds: usage.seconds }) }
    },
  }
}
