import { PassThrough } from 'node:stream'

/** A terminal: what is typed goes in, and what is written is read as somebody would see it. */
export function openScreen({ isTTY = true, columns = 100_000, rows = 1000 } = {}) {
  const input = Object.assign(new PassThrough(), { isTTY })
  const written: string[] = []
  const output = { isTTY, columns, rows, write: (text: string) => void written.push(text) }
  return {
    input,
    output,
    raw: () => written.join(''),
    type: (text: string) => void input.write(text),
    /** The lines as they stand there. */
    lines: () => drawn(written.join(''), columns),
  }
}

function drawn(raw: string, columns: number): string[] {
  const lines: string[] = ['']
  let [row, column] = [0, 0]
  const moves: Record<string, (n: number) => void> = {
    A: (n) => {
      row = Math.max(0, row - n)
    },
    B: (n) => {
      row += n
    },
    C: (n) => {
      column += n
    },
    D: (n) => {
      column = Math.max(0, column - n)
    },
    G: (n) => {
      column = n - 1
    },
    J: () => void lines.splice(row, lines.length, lines[row]!.slice(0, column)),
    K: () => {
      lines[row] = lines[row]!.slice(0, column)
    },
  }
  const write = (sign: string) => {
    if (column >= columns) [row, column] = [row + 1, 0]
    while (lines.length <= row) lines.push('')
    const line = lines[row]!.padEnd(column)
    lines[row] = line.slice(0, column) + sign + line.slice(column + sign.length)
    column += sign.length
  }
  for (const [sign, count = '', code] of raw.matchAll(/\p{Cc}\[(\d*)([A-Z])|[\s\S]/gu)) {
    if (code !== undefined) moves[code]!(Number(count || '1'))
    else if (sign === '\r') column = 0
    else if (sign === '\n') [row, column] = [row + 1, 0]
    else write(sign)
    while (lines.length <= row) lines.push('')
  }
  return lines
}

export interface Read {
  text: string
  buttons: string[]
  alone: boolean
}

/** The messages on a screen: `◆` an answer, `◇` something for them alone, `✓` the button that was pressed. */
export function messagesIn(lines: readonly string[]): Read[] {
  const messages: Read[] = []
  let open: Read | undefined
  for (const line of lines) {
    const [, mark, first] = /^([◆◇]) ?(.*)$/.exec(line) ?? []
    const [, label] = /^ {2}\d+\) (.*)$/.exec(line) ?? []
    if (mark !== undefined) {
      open = { text: first!, buttons: [], alone: mark === '◇' }
      messages.push(open)
    } else if (/^(> |✓ )/.test(line)) {
      open = undefined
      if (line.startsWith('✓')) for (const message of messages) message.buttons = []
    } else if (open && label !== undefined) open.buttons.push(label)
    else if (open) open.text += `\n${line}`
  }
  return messages.map((message) => ({ ...message, text: message.text.trimEnd() }))
}
