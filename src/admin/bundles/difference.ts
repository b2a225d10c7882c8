import { formatPatch, structuredPatch } from 'diff'
import type { BundleFile } from './write.ts'

/** What has to change in `before` to become `after`, as a patch of their files; empty when nothing has. */
export function difference(before: readonly BundleFile[], after: readonly BundleFile[]): string {
  const paths = [...new Set([...before, ...after].map(({ path }) => path))].sort()
  return paths
    .map((path) => {
      const [old, now] = [before, after].map((files) => files.find((file) => file.path === path)?.content ?? '')
      return old === now ? '' : formatPatch(structuredPatch(path, path, old!, now!, '', '', { context: 2 }))
    })
    .join('')
}
