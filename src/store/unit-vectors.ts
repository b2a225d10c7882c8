/** Of length 1, so that the cosine of the angle between two is their product. */
export function toUnit(vector: Float32Array): Float32Array<ArrayBuffer> {
  const length = Math.sqrt(dot(vector, vector)) || 1
  return vector.map((value) => value / length) as Float32Array<ArrayBuffer>
}

/** Vectors of different lengths have nothing to do with each other. */
export function dot(x: Float32Array, y: Float32Array): number {
  if (x.length !== y.length) return 0
  let sum = 0
  for (let i = 0; i < x.length; i++) sum += x[i]! * y[i]!
  return sum
}
