/** The steps of a path like `$.rooms[0].name`: keys of objects, and places in lists. */
export function stepsOf(path: string): (string | number)[] {
  return [...path.matchAll(/\.([\p{L}_][\p{L}\p{M}\p{N}_-]*)|\[(\d+)\]/gu)].map(
    ([, key, place]) => key ?? Number(place),
  )
}

/** What stands at such a path, as a text: what is missing is empty, what is no text is written as JSON. */
export function textAt(body: unknown, path: string): string {
  let at = body
  for (const step of stepsOf(path)) {
    const fits =
      typeof step === 'number' ? Array.isArray(at) : typeof at === 'object' && at !== null && !Array.isArray(at)
    if (!fits || !Object.hasOwn(at as object, step)) return ''
    at = (at as Record<PropertyKey, unknown>)[step]
  }
  if (at === undefined || at === null) return ''
  return typeof at === 'string' ? at : JSON.stringify(at)
}
