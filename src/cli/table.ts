/** Columns side by side, as wide as they need. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]!.length)))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd()
  return [head, ...rows].map(line).join('\n')
}

/** `2026-11-21 09:30`, UTC; `never` for no time at all. */
export function moment(time: number | null): string {
  return time === null ? 'never' : new Date(time).toISOString().slice(0, 16).replace('T', ' ')
}
