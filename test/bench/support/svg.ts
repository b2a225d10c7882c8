/** What drawings are put together from: text and shapes in two colour schemes, as whoever looks prefers. */
export const colours = ['ours', 'beside', 'goal', 'faint'] as const
export type Colour = (typeof colours)[number]

const style = `
  svg { background: #ffffff; font: 12px system-ui, sans-serif }
  text { fill: #1f2328 }
  .small { font-size: 11px; fill: #59636e }
  .title { font-size: 14px; font-weight: 600 }
  .ours { fill: #0969da; stroke: #0969da }
  .beside { fill: #afb8c1; stroke: #afb8c1 }
  .goal { fill: #bc4c00; stroke: #bc4c00 }
  .faint { fill: #d1d9e0; stroke: #d1d9e0 }
  .line { fill: none; stroke-width: 2 }
  .frame { fill-opacity: 0.35; stroke-width: 0.5 }
  .frame + text { fill: #1f2328 }
  @media (prefers-color-scheme: dark) {
    svg { background: #0d1117 }
    text { fill: #e6edf3 }
    .small { fill: #9198a1 }
    .frame + text { fill: #e6edf3 }
    .ours { fill: #4493f8; stroke: #4493f8 }
    .beside { fill: #656c76; stroke: #656c76 }
    .goal { fill: #f0883e; stroke: #f0883e }
    .faint { fill: #30363d; stroke: #30363d }
  }`

/** A document of its own: no script, no font, and nothing that it would have to fetch. */
export function svg(
  { width, height }: { width: number; height: number },
  label: string,
  parts: readonly string[],
): string {
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  const head = `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="${escaped(label)}">`
  return `${[head, `<style>${style}\n</style>`, ...parts, '</svg>'].join('\n')}\n`
}

export function text(
  x: number,
  y: number,
  words: string,
  { anchor = 'start', kind }: { anchor?: 'start' | 'middle' | 'end'; kind?: 'small' | 'title' } = {},
): string {
  return `<text x="${at(x)}" y="${at(y)}" text-anchor="${anchor}"${kind ? ` class="${kind}"` : ''}>${escaped(words)}</text>`
}

export const box = (x: number, y: number, width: number, height: number, colour: Colour): string =>
  `<rect x="${at(x)}" y="${at(y)}" width="${at(width)}" height="${at(height)}" class="${colour}"/>`

export const line = (points: readonly (readonly [x: number, y: number])[], colour: Colour): string =>
  `<polyline points="${points.map(([x, y]) => `${at(x)},${at(y)}`).join(' ')}" class="line ${colour}"/>`

export const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A hundredth of a pixel is nothing that anybody sees. */
const at = (place: number): number => Math.round(place * 100) / 100
