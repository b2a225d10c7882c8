import { Counter, type Registry } from 'prom-client'
import { createHistogram, type HistogramRow } from '../../lib/histogram.ts'
import { costOf } from '../../lib/price.ts'
import type { PriceBook } from '../../lib/price-book.ts'
import type { EndedTurn } from '../../turns/events/of-turn.ts'

const seconds = [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 120]

/** What operators watch of turns: how many, how fast, and what failed in them. Labels never name a person or a place. */
export function createTurnMetrics(registry: Registry, prices: Pick<PriceBook, 'of'>): (turn: EndedTurn) => void {
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers: [registry] })
  const turns = counter(
    'parley_turns_total',
    'Turns that have ended, by door and by what answered; `none`: nothing did.',
    ['door', 'source'],
  )
  const duration = createHistogram({
    name: 'parley_turn_seconds',
    help: 'From the start of the engine to the whole answer.',
    buckets: [0.001, 0.01, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300],
    registry,
  })
  const failures = counter(
    'parley_turn_failures_total',
    'Turns without a whole answer, by door and why: the code of the model’s fault, else how the turn ended.',
    ['door', 'code'],
  )
  const firstText = createHistogram({
    name: 'parley_model_first_text_seconds',
    help: 'From asking a model to its first text, by model.',
    buckets: seconds,
    registry,
  })
  const whole = createHistogram({
    name: 'parley_model_seconds',
    help: 'From asking a model to the end of its answer, by model.',
    buckets: seconds,
    registry,
  })
  const tokens = counter('parley_model_tokens_total', 'Tokens of answers, by model and direction.', ['model', 'of'])
  const cost = counter(
    'parley_model_cost_total',
    'What answers cost whose model has a price in models.yaml, in its currency, by model.',
    ['model'],
  )
  const webhooks = counter('parley_webhook_calls_total', 'Calls of webhooks before an answer, by how they went.', [
    'end',
  ])
  const tools = counter('parley_tool_calls_total', 'Calls of tools that models wanted, by what came of them.', ['end'])

  const counts = new Map<string, { inc(): void }>()
  const rows = new Map<string, HistogramRow>()
  const row = (of: ReturnType<typeof createHistogram>, name: string, labels: Record<string, string>): HistogramRow => {
    const found = rows.get(name) ?? of(labels)
    rows.set(name, found)
    return found
  }

  return ({ door, trace, interrupted }) => {
    const { source, ms, model, modelError } = trace
    const name = `${door} ${source}`
    const count = counts.get(name) ?? turns.labels({ door, source })
    counts.set(name, count)
    count.inc()
    row(duration, `turn ${source}`, { source }).observe(ms / 1000)
    if (interrupted !== null && interrupted !== 'stopped')
      failures.labels({ door, code: modelError ?? interrupted }).inc()
    if (model) {
      const { id, firstTextMs, inputTokens = 0, outputTokens = 0, cachedTokens = 0 } = model
      if (firstTextMs !== undefined) row(firstText, `first ${id}`, { model: id }).observe(firstTextMs / 1000)
      row(whole, `whole ${id}`, { model: id }).observe(model.ms / 1000)
      tokens.labels({ model: id, of: 'input' }).inc(inputTokens)
      tokens.labels({ model: id, of: 'output' }).inc(outputTokens)
      const price = prices.of(model.upstream ?? id)
      const money = price && costOf(price, { input: inputTokens, cached: cachedTokens, output: outputTokens })
      if (money !== undefined) cost.labels({ model: id }).inc(money / 1_000_000)
    }
    for (const { outcome } of trace.webhooks ?? []) webhooks.labels({ end: endOf(outcome) }).inc()
    for (const { outcome } of trace.tools ?? []) tools.labels({ end: outcome }).inc()
  }
}

/** Servers answer with whatever number they like. */
const endOf = (outcome: number | string): string =>
  typeof outcome === 'number' ? `${Math.floor(outcome / 100)}xx` : outcome
