import { millionths } from '../../lib/price.ts'
import type { RequestEnd } from '../../ports/request-end.ts'
import type { Transcriber } from '../../ports/transcriber.ts'
import { payerNow } from './meter.ts'
import { createReserve, type ReserveParts } from './reserve.ts'

export interface TranscribingParts extends ReserveParts {
  /** What prices and costs call it. */
  model: string
  /** In the currency of all prices; undefined: nobody knows. */
  perMinute: number | undefined
}

/** A transcriber of which every recording is paid for, by its length, before it is sent. Throws `OverBudget` where there is no room. */
export function meteredTranscriber(transcriber: Transcriber, parts: TranscribingParts): Transcriber {
  const { model, perMinute } = parts
  const { reserve, settle } = createReserve(parts)
  const priceOf = (seconds: number) =>
    perMinute === undefined ? undefined : Math.ceil((millionths(perMinute) * seconds) / 60)
  return {
    maxSeconds: transcriber.maxSeconds,
    async transcribe(recording, signal) {
      signal.throwIfAborted()
      const payer = payerNow()
      const reserved = await reserve(payer, { model, tokens: 0, money: priceOf(recording.seconds) })
      const counted = (seconds: number) =>
        settle(reserved, { agent: payer.agent, model, input: 0, cached: 0, output: 0, money: priceOf(seconds) })
      let end = 'unknown' as RequestEnd
      try {
        const heard = await transcriber.transcribe(recording, signal, (how) => {
          end = how
        })
        await counted(heard.seconds ?? recording.seconds)
        return heard
      } catch (error) {
        // What was broken off, or took too long, may have been heard by then.
        await (end === 'refused' ? settle(reserved, undefined) : counted(recording.seconds))
        throw error
      }
    },
  }
}
