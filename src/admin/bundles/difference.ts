import type { StructuredPatch } from 'diff'
import type { BundleFile } from './write.ts'

/**
 * Lines that may differ before a file is told as taken out and put in as a whole: what a comparison takes grows with the square of it,
 * seconds for thousands of rules that are all new.
 */
const maxEditLength = 1000

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
    .map(({ path, old, now }) => {
      // People read what changes, and not what stands beside it.
      const options = { context: 0, maxEditLength }
      return formatPatch(structuredPatch(path, path, old, now, '', '', options) ?? wholeOf(path, old, now))
    })
    .join('')
}

function wholeOf(path: string, old: string, now: string): StructuredPatch {
  const lines = [...marked('-', old), ...marked('+', now)]
  const hunk = { oldStart: 1, oldLines: countOf('-', lines), newStart: 1, newLines: countOf('+', lines), lines }
  return { oldFileName: path, newFileName: path, oldHeader: '', newHeader: '', hunks: [hunk] } as StructuredPatch
}

/** As patches have them, with the line that tells of a missing end of line. */
function marked(mark: string, text: string): string[] {
  const lines = text.split('\n')
  const rest = lines.pop()
  const told = lines.map((line) => mark + line)
  return rest === '' ? told : [...told, `${mark}${rest}`, '\\ No newline at end of file']
}

const countOf = (mark: string, lines: readonly string[]): number => lines.filter((line) => line.startsWith(mark)).length
