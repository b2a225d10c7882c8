import { createSecrets } from '../../src/admin/secrets.ts'
import type { Inbox } from '../../src/ports/channel.ts'
import type { Installation, Installations } from '../../src/ports/installations.ts'

/** For adapters whose database is not what is tested. */
export function memoryInstallations(): Installations & { kept: Map<string, Installation> } {
  const kept = new Map<string, Installation>()
  return {
    kept,
    list: async () => [...kept.values()].filter(({ credentials }) => credentials !== undefined),
    add: async (installation) => void kept.set(installation.id, installation),
  }
}

export const secrets = createSecrets({ dataFolder: 'nowhere', key: Buffer.alloc(32, 7) })

/** An inbox that takes everything and says nothing, but for what a test looks at. */
export function inboxWith(parts: Partial<Inbox> = {}): Inbox {
  return {
    message: async () => {},
    press: async () => undefined,
    vote: async () => undefined,
    control: async () => {},
    opened: async () => ({ prompts: [] }),
    asked: async () => undefined,
    command: async () => ({ text: '' }),
    complete: async () => [],
    ...parts,
  }
}
