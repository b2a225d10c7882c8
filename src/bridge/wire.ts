import type { Wire, WireCall } from '../model/wire.ts'
import type { ReplyEvent, ReplyStep } from './reply-state.ts'

/** Of so many calls each is kept; of more, as many of the first and of the last. */
const mostOfEach = 40

/** Notes what an answer's calls to its platform came to, for whoever asks afterwards. */
export function createWire(now: () => number) {
  const began = now()
  const first: WireCall[] = []
  const last: WireCall[] = []
  let leftOut = 0

  function keep(call: WireCall): void {
    if (first.length < mostOfEach) return void first.push(call)
    last.push(call)
    if (last.length <= mostOfEach) return
    last.shift()
    leftOut += 1
  }

  return {
    /** `wanted`: when it was to be made; `called`: when there was room for it. */
    called(
      { do: what, n }: ReplyStep,
      { wanted, called }: Record<'wanted' | 'called', number>,
      event: ReplyEvent,
    ): void {
      if (what === 'doubt') return
      const times = { at: wanted - began, waited: called - wanted, ms: now() - called }
      keep({ do: what, n, ...times, ...endOf(event, now()) })
    },

    /** Undefined: nothing was called. */
    told: (): Wire | undefined => (first.length > 0 ? { calls: [...first, ...last], leftOut } : undefined),
  }
}

function endOf(event: ReplyEvent, now: number): Pick<WireCall, 'end' | 'code' | 'retryMs'> {
  if (event.on !== 'failed') return { end: 'ok' }
  const { outcome } = event
  if ('limited' in outcome) return { end: 'limited', retryMs: Math.max(0, outcome.limited.retryAt - now) }
  return 'refused' in outcome ? { end: 'refused', code: outcome.refused.code } : { end: 'unknown' }
}
