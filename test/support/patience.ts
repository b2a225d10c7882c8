import { vi } from 'vitest'

/** As long as `expect.poll` in `vitest.config.ts`: a loaded machine is slow, and nothing is proved by giving up early. */
const PATIENCE = 60_000

const { waitFor } = vi
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: PATIENCE, ...options })
