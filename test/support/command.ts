import { platforms } from '../../adapters/registry.ts'
import { runCommand as run, type Terminal } from '../../src/cli/index.ts'

/** With the platforms that there are. */
export const runCommand = (argv: readonly string[], terminal: Omit<Terminal, 'platforms' | 'hold'>): Promise<number> =>
  run(argv, { ...terminal, platforms, hold: async () => {} })
