/** Holds white space back until it is known whether a removed directive leaves it behind. */
export function createOutput() {
  /** More than this would be a page of nothing: it is let through. */
  const maxGap = 1000
  let ready = ''
  /** White space since the last visible character: whole lines of it, then what stands on the current line. */
  let lines = ''
  let indent = ''
  let lineIsBlank = true
  let cutOnLine = false
  let cutInGap = false

  function flush(): void {
    ready += lines + indent
    lines = ''
    indent = ''
    cutOnLine = false
    cutInGap = false
  }

  function space(text: string): void {
    for (const char of text) {
      if (char !== '\n') {
        indent += char
      } else {
        if (!cutOnLine) lines += `${indent}\n`
        else if (!lineIsBlank) lines += '\n'
        indent = ''
        lineIsBlank = true
        cutOnLine = false
      }
      if (lines.length + indent.length > maxGap) flush()
    }
  }

  return {
    /** Text of the answer itself. */
    write(text: string): void {
      let from = 0
      for (const { 0: gap, index } of text.matchAll(/[ \t\r\n]+/g)) {
        if (index > from) this.literal(text.slice(from, index))
        space(gap)
        from = index + gap.length
      }
      if (from < text.length) this.literal(text.slice(from))
    },
    /** Text that stays as it is, also where it is white space. */
    literal(text: string): void {
      if (text === '') return
      // "Nice to meet you #{met:yes}!": the space stood before what was removed, and nothing is there now.
      if (cutOnLine && lines === '' && /^[.,!?;…]/.test(text)) indent = ''
      flush()
      lineIsBlank = false
      ready += text
    },
    removed(): void {
      cutOnLine = true
      cutInGap = true
    },
    take(): string {
      const text = ready
      ready = ''
      return text
    },
    finish(): string {
      if (!cutInGap) flush()
      return this.take()
    },
  }
}
