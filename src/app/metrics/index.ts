import { Counter, Gauge, Registry } from 'prom-client'
import type { ModerationEnd } from '../../engine/moderation.ts'
import type { PriceBook } from '../../lib/price-book.ts'
import type { Delivery } from '../../model/conversation.ts'
import type { PlatformId } from '../../model/message.ts'
import type { ModeratedSide } from '../../model/safety.ts'
import type { BreakerState, Llm } from '../../ports/llm.ts'
import { createTurnMetrics } from './turns.ts'

const asked: Record<BreakerState, number> = { closed: 1, 'half-open': 0.5, open: 0 }

/** What operators watch of turns; the HTTP server adds its own to the same registry. */
export function createMetrics(
  breakers: Llm['breakers'] = () => [],
  prices: Pick<PriceBook, 'of'> = { of: () => undefined },
) {
  const registry = new Registry()
  const registers = [registry]
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
  const handovers = new Counter({
    name: 'parley_handovers_total',
    help: 'Conversations handed to people, by what became of them: agreed, taken, and how they ended.',
    labelNames: ['step'],
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
  return {
    registry,
    turnEnded: createTurnMetrics(registry, prices),
    delivered(platform: PlatformId, end: Delivery['end'] | 'whole'): void {
      deliveries.labels({ platform, end }).inc()
    },
    handedOver(step: string): void {
      handovers.labels({ step }).inc()
    },
    judged(of: ModeratedSide, end: ModerationEnd): void {
      moderated.labels({ of, end }).inc()
    },
    refusing(platform: PlatformId, places: number): void {
      refusing.labels({ platform }).set(places)
    },
  }
}
