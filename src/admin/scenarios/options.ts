import { tidy } from '../../lib/phrases.ts'
import type { Scenario } from '../../model/scenario.ts'
import type { Report } from './finding.ts'

/** What platforms show of options: characters of a button, and so many buttons; then what becomes of more. */
const platforms = [
  { name: 'Slack', characters: 75, buttons: 25, more: 'begins another block after 25' },
  { name: 'Discord', characters: 80, buttons: 25, more: 'has room for 25 buttons' },
  { name: 'Microsoft Teams', characters: Number.POSITIVE_INFINITY, buttons: 6, more: 'shows more than 6 as a list' },
]

/** Whether options can be told apart, chosen and shown. */
export function checkOptions({ nodes }: Scenario, report: Report): void {
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
      const cut = platforms.filter(({ characters }) => length > characters)
      if (cut.length > 0) {
        const limits = cut.map(({ name, characters }) => `${name} shows ${characters} of a button`).join(', ')
        report.warning('S020', path, `has ${length} characters: ${limits}. Shorten it, and say the rest in \`say\`.`)
      }
    }
    const crowded = platforms.filter(({ buttons }) => options.length > buttons)
    if (crowded.length > 0) {
      const limits = crowded.map(({ name, more }) => `${name} ${more}`).join(', ')
      report.warning(
        'S020',
        [...at, 'options'],
        `are ${options.length}: ${limits}. Ask in two steps, or with \`collect\`.`,
      )
    }
  }
}
