import type { DiagramArrow, DiagramBox } from '../../ports/drawings.ts'
import type { DrawnScenarios } from './diagram.ts'

/**
 * The scenarios of an agent as a Mermaid flowchart. A hexagon waits for an answer, a box with double sides calls a webhook, a
 * rounded one is an end; ways that time or a word of cancelling opens are dotted.
 */
export function toMermaid({ scenarios, jumps }: DrawnScenarios): string {
  const charts = scenarios.flatMap(({ title, boxes, arrows }, i) => [
    `  subgraph s${i + 1}["${escaped(title)}"]`,
    ...[...boxes.map(boxLine), ...arrows.map(arrowLine)].map((line) => `    ${line}`),
    '  end',
  ])
  return ['flowchart TD', ...charts, ...jumps.map((jump) => `  ${arrowLine(jump)}`)].join('\n')
}

const shapes: Record<DiagramBox['kind'], readonly [open: string, close: string]> = {
  start: ['((', '))'],
  end: ['([', '])'],
  calls: ['[[', ']]'],
  waits: ['{{', '}}'],
  says: ['[', ']'],
  any: ['>', ']'],
}

function boxLine({ id, kind, lines }: DiagramBox): string {
  const [open, close] = shapes[kind]
  return `${id}${open}"${lines.map(escaped).join('<br/>')}"${close}`
}

function arrowLine({ from, to, label, isAside }: DiagramArrow): string {
  return `${from} ${isAside ? '-.->' : '-->'}${label === '' ? '' : `|"${escaped(label)}"|`} ${to}`
}

/** Everything that Mermaid or HTML would read as its own, inside quotation marks. */
function escaped(text: string): string {
  const oneLine = text.trim().replace(/\s*[\r\n]+\s*/g, '\n')
  return oneLine.replace(/["#<>&`%\\;]|\p{C}/gu, (character) =>
    character === '\n' ? '<br/>' : `#${character.codePointAt(0)};`,
  )
}
