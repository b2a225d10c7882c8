import type { Values } from '../../src/model/command.ts'
import type { Channel } from '../../src/ports/channel.ts'
import { attachedTo } from './files.ts'
import type { Message } from './payloads.ts'
import { fileRef } from './places.ts'
import { isText } from './sound.ts'

/**
 * Discord shows five fields at a time and no form after a form, so what a person has entered until they send it stands with the
 * message that shows the form to them alone, in a file. Nothing is kept here: it outlives a restart, and goes when they dismiss it.
 */
const NAME = 'entered.json'
const MOST_BYTES = 200_000
const PATIENCE_MS = 1500

export const isEntered = ({ filename }: { filename?: string }): boolean => filename === NAME

export function enteredFile(values: Values): { name: string; text: string } {
  return { name: NAME, text: JSON.stringify(values, null, 2) }
}

/** What was entered before; undefined when it cannot be read. */
export async function readEntered(
  message: Message | undefined,
  download: NonNullable<Channel['download']>,
): Promise<Values | undefined> {
  const url = message && attachedTo(message).find(isEntered)?.url
  if (!isText(url)) return {}
  try {
    const outcome = await download(fileRef(url), MOST_BYTES, AbortSignal.timeout(PATIENCE_MS))
    return 'ok' in outcome ? (JSON.parse(new TextDecoder().decode(outcome.ok)) as Values) : undefined
  } catch {
    return undefined
  }
}

/** A file that is not given anew stays as it was. */
export function withMore(before: Values, more: Values): Values {
  const given = Object.entries(more).filter(([, value]) => typeof value !== 'object' || value.length > 0)
  return { ...before, ...Object.fromEntries(given) }
}
