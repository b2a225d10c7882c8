/** What a model costs, in a currency: of a million tokens each, and of a call. `cached`: of what the vendor had read before. */
export interface Price {
  input: number
  cached?: number | undefined
  output: number
  perCall?: number | undefined
}

/** What one call used. */
export interface TokenCounts {
  input: number
  /** Of `input`. */
  cached: number
  output: number
}

const million = 1_000_000n

/** Prices are written with decimals; money is counted in whole millionths. */
export const millionths = (amount: number): number => Math.round(amount * 1_000_000)

/** In millionths of the currency, rounded up: no sum of calls is ever less than what they cost. */
export function costOf(price: Price, { input, cached, output }: TokenCounts): number {
  const each = (tokens: number, ofMillion: number) => BigInt(tokens) * BigInt(millionths(ofMillion))
  const read = Math.min(cached, input)
  const tokens = each(input - read, price.input) + each(read, price.cached ?? price.input) + each(output, price.output)
  return Number((tokens + million - 1n) / million) + millionths(price.perCall ?? 0)
}

/** Millionths as people read them: `0.05`, `12.5`, with at most six decimals and no fewer than two. */
export function amountOf(money: number): string {
  const [whole, part = ''] = (money / 1_000_000).toFixed(6).split('.')
  return `${whole}.${part.replace(/0{1,4}$/, '')}`
}
