import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { browserPath } from './test/support/chromium.ts'
import { findPostgres } from './test/support/postgres.ts'
import { findRedis } from './test/support/redis.ts'
import { hasStrace } from './test/support/strace.ts'
import { testsFolder } from './test/support/where-tests-write.ts'

const each = {
  pool: 'forks',
  // What hangs is found as well after a minute; what is only slow, on a machine that does something else, is not taken for it.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000, interval: 10 } },
  setupFiles: 'test/support/patience.ts',
  restoreMocks: true,
  // Tests wait for sockets more than they compute.
  maxWorkers: 2 * availableParallelism(),
} as const

/** What only PostgreSQL has. */
const ofPostgres = 'test/*/postgres/**/*.test.ts'
const testsOf = (rooms: readonly string[]) => rooms.map((room) => `test/${room}/**/*.test.ts`)
/** What writes to a store is run on PostgreSQL too: the store and the turns each time, what stands on them with the long proofs. */
const onBoth = (mode: string) => testsOf(['store', 'turns', ...(mode === 'full' ? ['admin', 'bridge'] : [])])

/**
 * These start other processes, or say how this one is; every other file leaves nothing behind in its process, so that many share one:
 * each would load the same modules again. Pace reads the clock of its process to the millisecond, and discord.js, by which the
 * stand-ins are tried, sends through the dispatcher of its process, which may be that of another undici.
 */
const inOwnProcess = [...testsOf(['e2e', 'faults', 'package', 'console/stand-ins']), 'test/bridge/pace.test.ts']

/** Many processes that load the whole machine: alone, when everything else is done. */
const ofCluster = 'test/faults/cluster*.test.ts'

// Each process of a run inherits it.
const folder = testsFolder()
if (folder !== undefined) process.env['TMPDIR'] = folder

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

export default defineConfig(({ mode }) => ({
  test: {
    reporters: ['default', ['./scripts/tally.mjs', { missing }]],
    projects: [
      {
        test: {
          ...each,
          name: 'sqlite',
          include: inOwnProcess,
          exclude: [ofCluster],
          globalSetup: ['test/support/build.mjs', 'test/support/with-sqlite.ts'],
        },
      },
      {
        test: {
          ...each,
          name: 'rooms',
          include: ['test/**/*.test.ts'],
          exclude: [...inOwnProcess, ofPostgres],
          isolate: false,
          globalSetup: ['test/support/build.mjs', 'test/support/with-sqlite.ts'],
        },
      },
      ...(hasPostgres
        ? [
            {
              test: {
                ...each,
                name: 'postgres',
                include: onBoth(mode),
                globalSetup: 'test/support/with-postgres.ts',
              },
            },
          ]
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
}))
