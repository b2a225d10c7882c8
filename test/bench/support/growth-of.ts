/** By how much the line of least squares through points rises from the first to the last, as a part of their mean. */
export function growthOf(points: readonly (readonly [x: number, y: number])[]): number {
  const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const meanX = meanOf(points.map(([x]) => x))
  const meanY = meanOf(points.map(([, y]) => y))
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  const together = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  if (spread === 0 || meanY === 0) return 0
  return ((together / spread) * (points.at(-1)![0] - points[0]![0])) / meanY
}
