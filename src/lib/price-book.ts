import type { ModelRules, Models } from '../model/models.ts'
import { costOf, type Price, type TokenCounts } from './price.ts'

/** What models cost, by the names that vendors know them by. */
export interface PriceBook {
  /** In which all prices are. */
  readonly currency: string
  /** Undefined: nobody wrote it down. */
  of(model: string): Price | undefined
  /** The most tokens that an answer may have where a budget counts them. */
  mostOutput(model: string): number
  /** The most tokens that an image may come to. */
  mostOfImage(model: string): number
  /**
   * The most that a call of it can cost, in millionths, whichever of the models answers that may have to stand in for it. Undefined
   * where the price of one of them is not known.
   */
  mostCost(model: string, tokens: TokenCounts): number | undefined
}

export function createPriceBook({ currency, providers }: Pick<Models, 'currency' | 'providers'>): PriceBook {
  const all = new Map<string, ModelRules>()
  for (const { models } of Object.values(providers)) {
    for (const [name, rules] of Object.entries(models)) if (!all.has(name)) all.set(name, rules)
  }
  const of = (model: string) => all.get(model)?.price ?? undefined

  function mayAnswer(model: string): string[] {
    const { fallback = null, successor = null } = all.get(model) ?? {}
    return [model, fallback, successor].filter((one) => one !== null)
  }

  return {
    currency,
    of,
    mostOutput: (model) => Math.max(...mayAnswer(model).map((one) => all.get(one)?.outputTokens ?? usualOutput)),
    mostOfImage: (model) => Math.max(...mayAnswer(model).map((one) => all.get(one)?.tokensPerImage ?? usualImage)),
    mostCost(model, tokens) {
      const costs = mayAnswer(model).map((one) => of(one) && costOf(of(one)!, tokens))
      return costs.some((cost) => cost === undefined) ? undefined : Math.max(...(costs as number[]))
    },
  }
}

/** Of a model that stands in no file. */
const usualOutput = 4096
const usualImage = 10_000
