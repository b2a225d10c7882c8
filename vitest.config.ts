import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/build.mjs',
    reporters: process.env['CI'] ? ['default', './scripts/tally.mjs'] : ['default'],
    pool: 'forks',
    testTimeout: 20_000,
    hookTimeout: 20_000,
    expect: { poll: { timeout: 10_000 } },
    restoreMocks: true,
  },
})
