import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { browserPath } from './test/support/browser.ts'
import { findPostgres } from './test/support/postgres.ts'
import { findRedis } from './test/support/redis.ts'
import { hasStrace } from './test/support/strace.ts'

const each = {
  pool: 'forks',
  testTimeout: 20_000,
  hookTimeout: 20_000,
  expect: { poll: { timeout: 10_000, interval: 10 } },
  restoreMocks: true,
  // Vitest leaves a core free, which would be half of a small machine; and tests wait for sockets more than they compute.
  maxWorkers: availableParallelism() + 1,
} as const

/** What only PostgreSQL has. */
const ofPostgres = 'test/*/postgres/**/*.test.ts'
/** What writes to a store is run on PostgreSQL too. */
const onBoth = ['store', 'turns', 'admin', 'bridge'].map((room) => `test/${room}/**/*.test.ts`)

/** Many processes that load the whole machine: alone, when everything else is done. */
const ofCluster = 'test/faults/cluster*.test.ts'

const hasPostgres = findPostgres() !== undefined
const missing = [
  ...(hasPostgres ? [] : ['PostgreSQL (postgresql)']),
  ...(findRedis() === undefined ? ['Redis (redis-server)'] : []),
  ...(hasStrace() ? [] : ['strace, or the right to watch a process with it,']),
  ...(browserPath === undefined ? ['Chromium (chromium, or its path in CHROMIUM)'] : []),
]
if (missing.length > 0 && process.env['CI']) {
  throw new Error(`${missing.join(' and ')} is not on this machine, and here everything must be tested: install it.`)
}

export default defineConfig({
  test: {
    reporters: ['default', ['./scripts/tally.mjs', { missing }]],
    projects: [
      {
        test: {
          ...each,
          name: 'sqlite',
          include: ['test/**/*.test.ts'],
          exclude: [ofPostgres, ofCluster],
          globalSetup: ['test/support/build.mjs', 'test/support/with-sqlite.ts'],
        },
      },
      ...(hasPostgres
        ? [{ test: { ...each, name: 'postgres', include: onBoth, globalSetup: 'test/support/with-postgres.ts' } }]
        : []),
      {
        test: {
          ...each,
          name: 'cluster',
          include: [ofCluster],
          globalSetup: 'test/support/build.mjs',
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
