import { webhookUrlFault } from '../../lib/webhook-url.ts'
import type { Scenario } from '../../model/scenario.ts'
import type { Report } from './finding.ts'

/** Whether platforms can show what is linked to, and state cannot decide where that is: such a URL is left out of the answer. */
export function checkUrls({ nodes }: Scenario, report: Report): void {
  for (const [id, node] of Object.entries(nodes)) {
    for (const key of ['imageUrl', 'url'] as const) {
      const url = node[key]
      if (url === undefined || (/^https?:\/\//i.test(url) && webhookUrlFault(url) === undefined)) continue
      const message =
        'is not a URL like https://example.com/rooms/#{room}: http or https, and state behind the host only.'
      report.error('S024', ['nodes', id, key], message)
    }
  }
}
