import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/build.mjs',
    reporters: process.env['CI'] ? ['default', './scripts/tally.mjs'] : ['default'],
    pool: 'forks',
    // Vitest leaves a core free, which would be half of a small machine; and tests wait for sockets more than they compute.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    expect: { poll: { timeout: 10_000 } },
    restoreMocks: true,
  },
})
