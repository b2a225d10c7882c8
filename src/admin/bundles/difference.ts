import type { BundleFile } from './write.ts'

/** What has to change in `before` to become `after`, as a patch of their files; empty when nothing has. */
export async function difference(before: readonly BundleFile[], after: readonly BundleFile[]): Promise<string> {
  const contentOf = (files: readonly BundleFile[], path: string) =>
    files.find((file) => file.path === path)?.content ?? ''
  const changed = [...new Set([...before, ...after].map(({ path }) => path))]
    .sort()
    .map((path) => ({ path, old: contentOf(before, path), now: contentOf(after, path) }))
    .filter(({ old, now }) => old !== now)
  if (changed.length === 0) return ''
  // At a start agents are mostly as their folders say.
  const { formatPatch, structuredPatch } = await import('diff')
  return changed
    .map(({ path, old, now }) => formatPatch(structuredPatch(path, path, old, now, '', '', { context: 2 })))
    .join('')
}
