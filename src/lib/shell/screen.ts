import { createInterface } from 'node:readline'
import { type Readable, Writable } from 'node:stream'

/** Where text goes: with its size where it is a TTY. */
export interface Output {
  write(text: string): unknown
  isTTY?: boolean
  columns?: number
  rows?: number
}

/** What people and models write must not steer the terminal. */
const controls = /[\p{Cc}--[\n\t]]/gv

/**
 * Messages one beneath the other, and the line that is typed beneath them. A message that grows is written on; one that changes is
 * written anew where it stands, as far as a TTY can go back. While something is shown the typed line is kept and not drawn.
 */
export function createScreen(input: Readable, output: Output, onInterrupt: () => void) {
  const typed: string[] = []
  /** Whose end the cursor stands at. */
  let last: { key: string; text: string } | undefined
  let waiting: ((line?: string) => void) | undefined
  let [isDrawn, isClosed] = [false, false]

  const drawn = new Writable({ write: (chunk, _, done) => done(void (isDrawn && output.write(String(chunk)))) })
  Object.defineProperty(drawn, 'columns', { get: () => output.columns ?? 80 })
  const reader = createInterface({ input, output: drawn, terminal: output.isTTY === true })
  const hand = (line?: string) => {
    const next = waiting
    waiting = undefined
    next?.(line)
  }
  reader.on('line', (line) => (waiting ? hand(line) : typed.push(line)))
  reader.on('SIGINT', onInterrupt)
  reader.on('close', () => {
    isClosed = true
    hand()
  })

  function rewritten(before: string, text: string): string {
    reader.setPrompt(before)
    const up = reader.getCursorPos().rows
    if (!output.isTTY || up >= (output.rows ?? 24) - 1) return `\n${text}`
    return `\r${up > 0 ? `\x1b[${up}A` : ''}\x1b[J${text}`
  }

  const screen = {
    isLast: (key: string): boolean => last?.key === key,
    show(key: string, said: string): void {
      screen.hide()
      const text = said.replace(controls, '')
      const before = screen.isLast(key) ? last!.text : undefined
      if (before === undefined) output.write(`${last ? '\n' : ''}${text}`)
      else output.write(text.startsWith(before) ? text.slice(before.length) : rewritten(before, text))
      last = { key, text }
    },
    prompt(text: string): void {
      if (last) output.write('\n')
      last = undefined
      if (!output.isTTY || isClosed) return
      isDrawn = true
      reader.setPrompt(text)
      reader.prompt(true)
    },
    hide(): void {
      if (isDrawn) output.write('\r\x1b[J')
      isDrawn = false
    },
    /** Undefined once there is nothing more to come, or when it is interrupted. */
    async next(): Promise<string | undefined> {
      if (typed.length > 0 || isClosed) return typed.shift()
      return new Promise((resolve) => (waiting = resolve))
    },
    interrupt: () => hand(),
    close: () => reader.close(),
  }
  return screen
}
