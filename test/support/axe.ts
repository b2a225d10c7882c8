import axe from 'axe-core'
import type { Page } from 'playwright-core'

/**
 * What axe finds wrong with what a page and its frames show, by rule with the first element each. It is put into a document once: an
 * own page for each look, as its binding to Playwright opens, takes three times as long. What is still moving to its place, or fading in,
 * is waited for.
 */
export async function findings(page: Page, within = 'html'): Promise<string[]> {
  for (const frame of page.frames()) if (await frame.evaluate('!globalThis.axe')) await frame.evaluate(axe.source)
  return page.evaluate(`Promise.allSettled(
    document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < Infinity).map((one) => one.finished))
    .then(() => axe.run('${within}', { resultTypes: ['violations'] }))
    .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0]?.html))`)
}
