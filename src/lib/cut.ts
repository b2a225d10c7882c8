/** For labels, which may not be empty: at most `max` UTF-16 units, with an ellipsis where there was more. Never half a character. */
export function cut(text: string, max: number): string {
  if (text.trim() === '') return '–'
  if (text.length <= max) return text
  const head = text.slice(0, max - 1)
  return `${head.isWellFormed() ? head : head.slice(0, -1)}…`
}
