import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Desk } from '../../src/lib/shell/desk.ts'
import type { createScreen } from '../../src/lib/shell/screen.ts'
import type { MessageRef, Part } from '../../src/model/message.ts'
import type { Channel, Outcome } from '../../src/ports/channel.ts'
import type { createTalk } from './talk.ts'

/** What grows is drawn at most so often: nobody reads faster. */
const drawn = [{ key: 'terminal:here', name: 'terminal', limit: 20, windowMs: 1000 }]

export function createChannel(
  desk: Desk,
  screen: Pick<ReturnType<typeof createScreen>, 'isLast'>,
  { press, show }: Pick<ReturnType<typeof createTalk>, 'press' | 'show'>,
): Channel {
  const parts = new Map<MessageRef, Part>()

  function draw(ref: MessageRef, part: Part): void {
    const { text, quickReplies: { id = '', options = [], chosen } = {}, imageUrl, url } = part
    const before = parts.get(ref)
    parts.set(ref, part)
    if (chosen !== undefined) desk.offer([])
    else if (options.length > 0) desk.offer(options.map((_, index) => () => press(id, index)))
    const lines = [text, imageUrl, url].filter((line) => line !== undefined)
    const buttons = chosen === undefined ? desk.numbered(options) : ''
    // What stands further up stays as it is.
    if (screen.isLast(ref) || before?.text !== text) desk.show(ref, `◆ ${lines.join('\n')}${buttons}`)
    else if (chosen !== undefined && before.quickReplies?.chosen === undefined)
      desk.show(randomUUID(), `✓ ${options[chosen]}`)
  }

  async function attempt<T>(signal: AbortSignal, result: T, act: () => void): Promise<Outcome<T>> {
    if (signal.aborted) return { unknown: signal.reason as Error }
    act()
    return { ok: result }
  }

  return {
    platform: 'terminal',
    limits: () => ({
      text: { max: 8000, unit: 'utf16' },
      cost: { post: drawn, edit: drawn, stream: drawn, append: drawn, finish: drawn },
    }),
    post(_place, part, _key, signal) {
      const ref = `terminal:${randomUUID()}` as MessageRef
      return attempt(signal, ref, () => draw(ref, part))
    },
    edit: (ref, part, signal) => attempt(signal, undefined, () => draw(ref, part)),
    // Nothing else comes of what was asked then.
    notify: (_person, _place, view, signal) =>
      attempt(signal, undefined, () => void show(view).then(() => desk.owes(-1))),
    ended: () => desk.owes(-1),
    async download(file, maxBytes) {
      const bytes = await readFile(file.slice('terminal:'.length))
      if (bytes.length <= maxBytes) return { ok: bytes }
      return { refused: { code: 'invalid', detail: `more than ${maxBytes} bytes` } }
    },
  }
}
