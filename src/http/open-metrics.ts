/** Served to whoever asks for it; the classic format is for everybody else. */
export const openMetricsType = 'application/openmetrics-text; version=1.0.0; charset=utf-8'

/** Whether an `Accept` would rather have OpenMetrics than plain text (RFC 9110, 12.5.1). */
export function wantsOpenMetrics(accept = ''): boolean {
  const weights = new Map(
    accept.split(',').map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
      const weight = parameters.find((part) => part.startsWith('q='))
      return [type, weight === undefined ? 1 : Number(weight.slice(2)) || 0] as const
    }),
  )
  const open = weights.get('application/openmetrics-text') ?? 0
  return open > 0 && open >= (weights.get('text/plain') ?? 0)
}

/**
 * The classic format as OpenMetrics 1.0: families of counters are called without `_total`, quotation marks in help are escaped, and the
 * end is told. prom-client's own way takes `_total` off the counters for good, so whoever asks for the classic format next would miss it.
 */
export function toOpenMetrics(classic: string): string {
  const lines = classic.split('\n').filter((line) => line !== '')
  const told = lines.map((line) => {
    if (!line.startsWith('# ')) return line
    const family = line.replace(/^(# (?:HELP|TYPE) \S+?)_total /, '$1 ')
    return family.startsWith('# HELP ') ? family.replaceAll('"', '\\"') : family
  })
  return [...told, '# EOF', ''].join('\n')
}
