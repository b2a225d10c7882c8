import { graphlib, layout } from '@dagrejs/dagre'

/** What is laid out: boxes of a size, and what leads from one to another. */
export interface LayoutWish {
  boxes: readonly { id: string; width: number; height: number }[]
  arrows: readonly { from: string; to: string }[]
}

/** The upper left corner of each box. */
export type Layout = ReadonlyMap<string, { x: number; y: number }>

/** From top to bottom, so that few arrows cross. Arrows to boxes that are not there are left out. */
export function laidOut({ boxes, arrows }: LayoutWish): Layout {
  const graph = new graphlib.Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'TB', nodesep: 40, ranksep: 60 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id, width, height } of boxes) graph.setNode(id, { width, height })
  for (const [i, { from, to }] of arrows.entries()) {
    if (graph.hasNode(from) && graph.hasNode(to)) graph.setEdge(from, to, {}, `${i}`)
  }
  layout(graph)
  return new Map(
    boxes.map(({ id, width, height }) => {
      const { x, y } = graph.node(id) as { x: number; y: number }
      return [id, { x: x - width / 2, y: y - height / 2 }]
    }),
  )
}
