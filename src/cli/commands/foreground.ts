import type { Config } from '../../config/index.ts'
import { AppError } from '../../lib/errors.ts'
import { text } from '../../ports/command-line.ts'
import type { Foreground, Platform } from '../../ports/platform.ts'
import type { FileCommand } from '../command.ts'
import { open } from '../open.ts'
import { words } from '../words/index.ts'
import { bind } from './platform.ts'

/** Runs Parley in this process for one platform alone; resolves when whoever is there has left. */
export type Hold = (platform: Platform, config: Config, agent: string | undefined) => Promise<void>

/** Commands with which somebody talks here, e.g. `parley chat`. */
export function foregroundCommands(platforms: readonly Platform[], hold: Hold): FileCommand[] {
  return platforms.flatMap((platform) => (platform.foreground ? [commandOf(platform, platform.foreground, hold)] : []))

  function commandOf(platform: Platform, { name, summary, placeOf }: Foreground<unknown>, hold: Hold): FileCommand {
    return {
      name,
      summary,
      arguments: [{ name: 'agent', about: 'Its id; without it the agent of the account.', optional: true }],
      async look({ given, config: load }) {
        const [config, agent] = [load(), text(given['agent'])]
        if (config.shared) throw new AppError('shared_database', words.isShared)
        if (agent !== undefined) await bindFirst(config, platform, placeOf(agent), agent)
        await hold(platform, config, agent)
        return true
      },
    }
  }

  async function bindFirst(config: Config, platform: Platform, name: string, agent: string): Promise<void> {
    const { store, admin, close } = await open(config, platforms, { info() {}, warn() {} })
    try {
      const place = (await platform.setup()).place(name)
      const bound = place && (await store.places.at(place))
      if (place && bound?.agent !== agent)
        await bind({ store, admin }, { platform: platform.id, name, place, agent, mode: 'mention' })
    } finally {
      await close()
    }
  }
}
