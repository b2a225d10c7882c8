/** As RFC 8785 writes JSON: the keys of objects in the order of their UTF-16 units, nothing between. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, one) => {
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return one
    return Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
