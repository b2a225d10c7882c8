import {
  Background,
  Controls,
  type Edge,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
} from '@xyflow/react'
import '@xyflow/react/dist/style.css'
import { useMemo } from 'react'
import type { Counts } from './counts.ts'
import styles from './Drawing.module.css'
import type { Finding } from './Editor.tsx'
import type { Layout, LayoutWish } from './layout.ts'
import type { Sketch, SketchEdge, SketchNode } from './scenario-text.ts'
import { useLayout } from './useLayout.ts'
import { words } from './words.ts'

type Shown = Node<{ sketch: SketchNode; isFirst: boolean; worst: Finding['severity'] | undefined }, 'step'>

const width = 220
const maxSaid = 90
const nodeTypes = { step: Step }

/** The nodes of a scenario and the ways between them. What stands where is reckoned each time: the YAML says nothing of it. */
export default function Drawing({
  sketch,
  counts: { times, tests },
  findings,
  selected,
  onSelect,
}: {
  sketch: Sketch
  counts: Counts
  findings: readonly Finding[]
  selected: string | undefined
  onSelect: (node: string) => void
}) {
  const layout = useLayout(useMemo(() => wishOf(sketch), [sketch]))
  const nodes = useMemo(() => (layout ? placed(sketch, layout, findings) : []), [sketch, layout, findings])
  const edges = useMemo(() => edgesOf(sketch, { times, tests }, nodes), [sketch, times, tests, nodes])
  // What is there when it is drawn first is fitted into the window.
  if (!layout) return <div className={styles.drawing} aria-busy="true" />
  return (
    <div className={styles.drawing}>
      <ReactFlow
        nodes={nodes.map((node) => ({ ...node, selected: node.id === selected }))}
        edges={edges}
        nodeTypes={nodeTypes}
        nodesDraggable={false}
        nodesConnectable={false}
        edgesFocusable={false}
        deleteKeyCode={null}
        fitView
        minZoom={0.2}
        onNodeClick={(_, { id }) => onSelect(id)}
        onNodesChange={(changes) => {
          for (const change of changes) if (change.type === 'select' && change.selected) onSelect(change.id)
        }}
        aria-label={words.drawing}
      >
        <Background />
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  )
}

function Step({ data: { sketch, isFirst, worst }, selected }: NodeProps<Shown>) {
  const { id, say, saysOtherwise, options, kind } = sketch
  const told = say ?? (saysOtherwise ? words.saysOtherwise : '')
  return (
    <div className={styles.step} data-kind={kind} data-selected={selected} data-worst={worst}>
      <Handle type="target" position={Position.Top} isConnectable={false} />
      <strong>
        {isFirst && <span title={words.first}>▶ </span>}
        {id}{' '}
        {worst && (
          <span role="img" aria-label={words.severities[worst]}>
            ⚠
          </span>
        )}
      </strong>
      <p>{told.length > maxSaid ? `${told.slice(0, maxSaid)}…` : told}</p>
      {options.map(({ text }) => (
        <span key={text} className={styles.option}>
          {text}
        </span>
      ))}
      <Handle type="source" position={Position.Bottom} isConnectable={false} />
    </div>
  )
}

/** As high as it is drawn, more or less: the layout must know before there is anything to measure. */
const heightOf = ({ say = '', saysOtherwise, options }: SketchNode): number =>
  46 + (say === '' && !saysOtherwise ? 0 : Math.ceil(Math.min(say.length, maxSaid) / 26) * 18) + options.length * 27

/** What of a scenario is laid out: other words at a node move nothing but by the room that they take. */
const wishOf = ({ nodes, edges }: Sketch): LayoutWish => ({
  boxes: nodes.map((node) => ({ id: node.id, width, height: heightOf(node) })),
  arrows: edges.map(({ from, to }) => ({ from, to })),
})

/** Nodes of which the layout does not know yet are not drawn yet. */
function placed(sketch: Sketch, layout: Layout, findings: readonly Finding[]): Shown[] {
  return sketch.nodes.flatMap((node) => {
    const position = layout.get(node.id)
    if (!position) return []
    const about = findings.filter(({ path }) => path === `nodes.${node.id}` || path.startsWith(`nodes.${node.id}.`))
    const worst = about.find(({ severity }) => severity === 'error')?.severity ?? about[0]?.severity
    return {
      ...{ id: node.id, type: 'step' as const, position },
      data: { sketch: node, isFirst: node.id === sketch.first, worst },
      ariaLabel: words.nodeOf(node.id),
      initialWidth: width,
      initialHeight: heightOf(node),
    }
  })
}

function edgesOf(
  { edges }: Sketch,
  { times, tests }: Pick<Counts, 'times' | 'tests'>,
  nodes: readonly Shown[],
): Edge[] {
  const heights = new Map(nodes.map(({ id, position }) => [id, position.y]))
  return edges
    .filter(({ from, to }) => heights.has(from) && heights.has(to))
    .map((edge, i) => ({
      ...{ id: `${i} ${edge.from} ${edge.to}`, source: edge.from, target: edge.to },
      label: labelOf(edge, times.get(edge), tests.get(edge)),
      // A way back goes around what it comes from, not through it.
      ...(heights.get(edge.to)! <= heights.get(edge.from)! && { type: 'smoothstep' }),
      markerEnd: { type: MarkerType.ArrowClosed },
      className: [edge.isAside && styles.aside, tests.get(edge) === 0 && styles.untested].filter(Boolean).join(' '),
    }))
}

const labelOf = ({ label }: SketchEdge, times: number | undefined, tests: number | undefined): string =>
  [
    label.length > 24 ? `${label.slice(0, 24)}…` : label,
    times === undefined ? '' : words.times(times),
    tests === undefined ? '' : words.testsOf(tests),
  ]
    .filter(Boolean)
    .join(' · ')
