import { platforms } from '../../adapters/registry.ts'
import { runCommand as run, type Terminal } from '../../src/cli/index.ts'

/** A terminal at which nobody talks to an agent, and nothing is proved. */
export const quiet: Pick<Terminal, 'hold' | 'prove'> = {
  hold: async () => {},
  prove: () => Promise.reject(new Error('nothing is proved here')),
}

/** With the platforms that there are. */
export const runCommand = (
  argv: readonly string[],
  terminal: Omit<Terminal, 'platforms' | 'hold' | 'prove'> & Partial<Pick<Terminal, 'prove'>>,
): Promise<number> => run(argv, { ...quiet, ...terminal, platforms })
