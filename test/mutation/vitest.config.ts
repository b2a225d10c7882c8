import { defineConfig } from 'vitest/config'

/** The tests that watch the files of `stryker.config.json`: without a build, a browser or another server. */
export default defineConfig({
  test: {
    include: [
      'test/admin/{audit,roles}.test.ts',
      'test/adapters/slack/{http,signature}.test.ts',
      'test/bridge/{looks,pace,reply-plan,schedule,split}.test.ts',
      'test/drivers/webhooks/*.test.ts',
      'test/turns/lease.test.ts',
    ],
    testTimeout: 20_000,
    expect: { poll: { timeout: 10_000 } },
    restoreMocks: true,
  },
})
