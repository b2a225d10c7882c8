import { createHash } from 'node:crypto'
import type { Button } from '../model/view.ts'
import type { Store } from '../store/index.ts'

/** Of the last so many commands it is known what they showed. */
const most = 20

interface Shown {
  line: string
  /** Offers by what stands on their buttons. */
  buttons: Record<string, string>
}

/**
 * What can be pressed of what was shown at the terminal last, by the command that showed it, so that a press is of what somebody has
 * seen: what a model proposes is another thing each time, and costs again. Nothing of the words is kept, only what they hash to.
 */
export function createShown({ notes, offers }: Pick<Store, 'notes' | 'offers'>) {
  const note = notes('cli')
  const all = async (): Promise<Shown[]> => JSON.parse((await note.get('shown')) ?? '[]')

  return {
    /** The offer of a button that this command has shown and that can still be pressed. */
    async offerOf(command: unknown, label: string): Promise<string | undefined> {
      const line = hashOf(command)
      const offer = (await all()).find((one) => one.line === line)?.buttons[hashOf(label.toLowerCase())]
      return offer !== undefined && (await offers.get(offer)) ? offer : undefined
    },
    async keep(command: unknown, buttons: readonly Button[]): Promise<void> {
      const line = hashOf(command)
      const known = await all()
      const before = known.filter((one) => one.line !== line)
      if (buttons.length === 0 && before.length === known.length) return
      const own = Object.fromEntries(buttons.map(({ label, offer }) => [hashOf(label.toLowerCase()), offer]))
      const shown = buttons.length > 0 ? [{ line, buttons: own }, ...before] : before
      await note.set('shown', JSON.stringify(shown.slice(0, most)))
    },
  }
}

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url')
