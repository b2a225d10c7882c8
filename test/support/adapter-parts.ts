import { createSecrets } from '../../src/admin/secrets.ts'
import type { InboundMessage } from '../../src/model/message.ts'
import type { Inbox, Taken } from '../../src/ports/channel.ts'
import type { Claims } from '../../src/ports/claims.ts'
import type { Installation, Installations } from '../../src/ports/installations.ts'
import type { Notes } from '../../src/ports/notes.ts'

/** For adapters whose database is not what is tested. */
export function memoryInstallations(): Installations & {
  kept: Map<string, Installation>
  remove(id: string): void
} {
  const kept = new Map<string, Installation>()
  let version = 0
  return {
    kept,
    version: () => version,
    remove(id) {
      kept.delete(id)
      version++
    },
    list: async () => [...kept.values()].filter(({ credentials }) => credentials !== undefined),
    async add(installation) {
      kept.set(installation.id, installation)
      version++
      return 'approved'
    },
  }
}

export function memoryNotes(): Notes & { kept: Map<string, string> } {
  const kept = new Map<string, string>()
  return {
    kept,
    get: async (name) => kept.get(name),
    set: async (name, value) => void kept.set(name, value),
    async once(name, value) {
      if (!kept.has(name)) kept.set(name, value)
      return kept.get(name)!
    },
    named: async (beginning) =>
      [...kept].flatMap(([name, value]) => (name.startsWith(beginning) ? [{ name, value }] : [])),
    forget: async (name) => void kept.delete(name),
  }
}

/** Claims of one database that holds nothing else. */
export function memoryClaims(): Claims {
  const held = new Set<string>()
  return {
    async claim(name) {
      if (held.has(name)) return undefined
      held.add(name)
      return { signal: new AbortController().signal, release: async () => void held.delete(name) }
    },
  }
}

export const secrets = createSecrets({ dataFolder: 'nowhere', keys: [Buffer.alloc(32, 7)] })

/** An inbox that takes everything and says nothing, but for what a test looks at. */
export function inboxWith({
  message,
  ...parts
}: Partial<Omit<Inbox, 'message'>> & { message?: (message: InboundMessage) => Promise<unknown> } = {}): Inbox {
  return {
    message: async (said) => ((await message?.(said)) as Taken | undefined) ?? 'taken',
    isAsked: async () => false,
    file: async () => undefined,
    press: async () => undefined,
    look: async () => undefined,
    vote: async () => undefined,
    control: async () => {},
    opened: async () => ({ prompts: [] }),
    invited: async () => {},
    shared: async () => [],
    lookUp: async () => ({ found: [] }),
    asked: async () => ({ dropped: { text: 'Nobody answers here.' } }),
    signingOn: async () => {},
    signedOn: async () => 'over',
    command: async () => ({ text: '' }),
    complete: async () => [],
    ...parts,
  }
}
