/** How a block of text begins: `## ` for a heading, `- ` for an item of a list. */
export type Prefix = '' | `${string} `

/**
 * Writes Markdown-like text from what a reader of some format comes across: blocks apart by an empty line, rows of a table
 * one a line. A table inside a cell is text of that cell.
 */
export function createWriter() {
  const blocks: string[] = []
  let inline = ''
  let prefix: Prefix = ''
  let rows: string[] = []
  let cells: string[] = []
  let tables = 0

  function flush(): void {
    const text = tidy(inline)
    inline = ''
    if (text !== '') blocks.push(prefix === '' ? text : prefix + text.replaceAll('\n', ' '))
    prefix = ''
  }

  return {
    /** Inline text. Its white space is as good as one space, save for line breaks. */
    text(text: string): void {
      inline += text
    },
    /** What comes next is a block of its own; inside a table only a word of its own. */
    block(begins: Prefix = ''): void {
      if (tables > 0) {
        inline += ' '
        return
      }
      flush()
      prefix = begins
    },
    /** Text whose every space counts. */
    code(text: string): void {
      if (tables > 0) {
        inline += text
        return
      }
      flush()
      const fence = text.includes('```') ? '~~~~' : '```'
      if (text.trim() !== '') blocks.push(`${fence}\n${text.replace(/^\n/, '').trimEnd()}\n${fence}`)
    },
    openTable(): void {
      if (tables === 0) flush()
      else inline += ' '
      tables++
    },
    closeCell(): void {
      if (tables > 1) {
        inline += ' '
        return
      }
      cells.push(tidy(inline).replaceAll('\n', ' ').replaceAll('|', '\\|'))
      inline = ''
    },
    closeRow(): void {
      if (tables > 1) {
        inline += ' '
        return
      }
      if (tidy(inline) !== '') this.closeCell()
      if (cells.some((cell) => cell !== '')) rows.push(`| ${cells.join(' | ')} |`)
      cells = []
    },
    closeTable(): void {
      if (tables === 1) {
        this.closeRow()
        if (rows.length > 0) blocks.push(rows.join('\n'))
        rows = []
      }
      tables = Math.max(0, tables - 1)
    },
    end(): string {
      while (tables > 0) this.closeTable()
      flush()
      return blocks.join('\n\n')
    },
  }
}

function tidy(text: string): string {
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim()
}
