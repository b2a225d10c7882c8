import { Counter, Gauge, Registry } from 'prom-client'
import type { ModerationEnd } from '../engine/moderation.ts'
import { createHistogram, type HistogramRow } from '../lib/histogram.ts'
import type { Delivery, Trace } from '../model/conversation.ts'
import type { Door, PlatformId } from '../model/message.ts'
import type { ModeratedSide } from '../model/safety.ts'
import type { BreakerState, Llm } from '../ports/llm.ts'

const asked: Record<BreakerState, number> = { closed: 1, 'half-open': 0.5, open: 0 }

/** What operators watch of turns; the HTTP server adds its own to the same registry. */
export function createMetrics(breakers: Llm['breakers'] = () => []) {
  const registry = new Registry()
  const registers = [registry]
  const answered = new Counter({
    name: 'parley_turns_total',
    help: 'Answers that were committed, by door and by what answered.',
    labelNames: ['door', 'source'],
    registers,
  })
  const duration = createHistogram({
    name: 'parley_turn_seconds',
    help: 'From the start of the engine to the whole answer.',
    buckets: [0.001, 0.01, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300],
    registry,
  })
  const deliveries = new Counter({
    name: 'parley_deliveries_total',
    help: 'Answers to chat messages by how they ended: whole, or what became of those that their place would not have.',
    labelNames: ['platform', 'end'],
    registers,
  })
  const refusing = new Gauge({
    name: 'parley_refusing_places',
    help: 'Places that refuse answers, so that people are told alone for a while, as this process has met them.',
    labelNames: ['platform'],
    registers,
  })
  const moderated = new Counter({
    name: 'parley_moderation_total',
    help: 'Texts that were judged, by whose they were and how that ended.',
    labelNames: ['of', 'end'],
    registers,
  })
  new Gauge({
    name: 'parley_model_provider_asked',
    help: 'Whether a provider of models is asked: 1 it is, 0.5 on trial after it failed, 0 not until it is there again.',
    labelNames: ['provider'],
    registers,
    collect() {
      for (const { provider, state } of breakers()) this.labels({ provider }).set(asked[state])
    },
  })
  const counts = new Map<string, { inc(): void }>()
  const times = new Map<Trace['source'], HistogramRow>()
  return {
    registry,
    answered({ door, source, ms }: { door: Door; source: Trace['source']; ms: number }): void {
      const name = `${door} ${source}`
      const count = counts.get(name) ?? answered.labels({ door, source })
      counts.set(name, count)
      count.inc()
      const time = times.get(source) ?? duration({ source })
      times.set(source, time)
      time.observe(ms / 1000)
    },
    delivered(platform: PlatformId, end: Delivery['end'] | 'whole'): void {
      deliveries.labels({ platform, end }).inc()
    },
    judged(of: ModeratedSide, end: ModerationEnd): void {
      moderated.labels({ of, end }).inc()
    },
    refusing(platform: PlatformId, places: number): void {
      refusing.labels({ platform }).set(places)
    },
  }
}
