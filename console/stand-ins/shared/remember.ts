/** Adds to a record that forgets its oldest entries: it holds at least the last `size` and at most twice as many. */
export function remember<T>(record: T[], entry: T, size: number): void {
  record.push(entry)
  if (record.length >= size * 2) record.splice(0, record.length - size)
}
