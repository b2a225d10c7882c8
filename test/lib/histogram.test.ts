import fc from 'fast-check'
import { Histogram, Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { createHistogram } from '../../src/lib/histogram.ts'

const about = { name: 'seconds', help: 'How long.', buckets: [0.1, 0.5, 1, 10] }

it('says of any observations what prom-client’s own would say', async () => {
  const value = fc.oneof(fc.constantFrom(...about.buckets, 0, 1e9), fc.double({ min: 0, max: 20, noNaN: true }))
  const observed = fc.tuple(fc.constantFrom('/api', '/docs'), fc.constantFrom(200, 404), value)
  await fc.assert(
    fc.asyncProperty(fc.array(observed, { maxLength: 50 }), async (observations) => {
      const [ours, theirs] = [new Registry(), new Registry()]
      const histogram = createHistogram({ ...about, registry: ours })
      const other = new Histogram({ ...about, labelNames: ['route', 'status'], registers: [theirs] })
      const rows = new Map<string, ReturnType<typeof histogram>>()
      for (const [route, status, seconds] of observations) {
        const name = `${route} ${status}`
        const row = rows.get(name) ?? histogram({ route, status })
        rows.set(name, row)
        row.observe(seconds)
        other.observe({ route, status }, seconds)
      }
      const lines = async (registry: Registry) =>
        (await registry.metrics())
          .split('\n')
          .map((line) => line.replace(/\{(.*)\}/, (_, labels: string) => `{${labels.split(',').sort().join()}}`))
          .sort()
      expect(await lines(ours)).toEqual(await lines(theirs))
    }),
    { seed: 20261121, numRuns: 100 },
  )
})
