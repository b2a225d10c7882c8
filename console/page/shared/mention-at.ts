/** The `@` and what follows it up to the caret, while a name is being written. */
export function mentionAt(text: string, caret: number): string | undefined {
  return /(?<![\w@])@[\p{L}\p{N}_.-]*$/u.exec(text.slice(0, caret))?.[0]
}
