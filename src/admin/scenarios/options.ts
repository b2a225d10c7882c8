import { tidy } from '../../lib/phrases.ts'
import type { Scenario } from '../../model/scenario.ts'
import type { PlatformFacts } from '../../ports/platform.ts'
import type { Report } from './finding.ts'

/** What a platform shows of options. */
export type Shows = Pick<PlatformFacts, 'words' | 'options'>

/** Whether options can be told apart, chosen and shown. */
export function checkOptions({ nodes }: Scenario, platforms: readonly Shows[], report: Report): void {
  for (const [id, { options = [], select }] of Object.entries(nodes)) {
    const at = ['nodes', id]
    if (select && options.length === 0) {
      report.error(
        'S007',
        [...at, 'select'],
        'wants one of the options, but the node has none. Write `options`, or take `select` out.',
      )
    }
    const seen = new Map<string, string>()
    for (const [index, { text }] of options.entries()) {
      const path = [...at, 'options', index, 'text']
      const key = tidy(text)
      const twin = seen.get(key)
      if (twin === undefined) seen.set(key, text)
      else
        report.error(
          'S012',
          path,
          `cannot be chosen: "${text}" and "${twin}" above are the same but for case, width and spaces. Reword one of them.`,
        )
      // State that is filled in may be of any length.
      const length = [...text.replace(/#\{[^{}]*\}/g, '')].length
      const cut = platforms.filter((platform) => length > platform.options.characters)
      if (cut.length > 0) {
        const limits = cut
          .map(({ words, options }) => `${words.title} shows ${options.characters} of a button`)
          .join(', ')
        report.warning('S020', path, `has ${length} characters: ${limits}. Shorten it, and say the rest in \`say\`.`)
      }
    }
    const crowded = platforms.filter((platform) => options.length > platform.options.buttons)
    if (crowded.length > 0) {
      const limits = crowded.map(({ words, options }) => `${words.title} ${options.more}`).join(', ')
      report.warning(
        'S020',
        [...at, 'options'],
        `are ${options.length}: ${limits}. Ask in two steps, or with \`collect\`.`,
      )
    }
  }
}
