/**
 * What a file is called that others are handed: letters and digits of any language, and nothing that is a path, formatting or a trick.
 * None of the names that are taken already. `otherwise`: where nothing of it may stand.
 */
export function safeFileName(stem: string, extension: string, taken: ReadonlySet<string>, otherwise = 'file'): string {
  const safe = stem
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .toWellFormed()
  const named = (n: number) => `${safe || otherwise}${n > 1 ? `-${n}` : ''}.${extension}`
  let n = 1
  while (taken.has(named(n))) n++
  return named(n)
}
