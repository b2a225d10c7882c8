import type { Transcription } from '../../config/index.ts'
import { createOpenAiTranscriber } from '../../drivers/transcription-openai.ts'
import type { Transcriber } from '../../ports/transcriber.ts'
import type { ReserveParts } from '../../turns/spending/reserve.ts'
import { meteredTranscriber } from '../../turns/spending/transcribing.ts'

/** What writes down voice messages, paid for by whoever is answered. */
export function createTranscriber({ perMinute, ...of }: Transcription, parts: ReserveParts): Transcriber {
  return meteredTranscriber(createOpenAiTranscriber(of), { ...parts, model: of.model, perMinute })
}
