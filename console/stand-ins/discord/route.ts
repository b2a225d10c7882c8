import type { Upload } from './upload.ts'

/** A call of the REST API, as its handler gets it. */
export interface Request {
  /** By the names in the route, e.g. `channel`. */
  params: Record<string, string>
  query: URLSearchParams
  body: unknown
  files: Upload[]
}

/** No JSON: 204, without a content type. */
export interface Reply {
  status?: number
  json?: unknown
}

/** Throws a Refusal. */
export type Handler = (request: Request) => Reply

/** By method and path, e.g. `GET /channels/{channel}`. */
export type Routes = Record<string, Handler>

export interface Match {
  route: string
  handler: Handler
  params: Record<string, string>
}

/** Finds the handler of a call; literal parts of a route win over named ones because they are listed first. */
export function createMatcher(routes: Routes): (method: string, path: string) => Match | 'no_method' | undefined {
  const known = Object.entries(routes).map(([route, handler]) => {
    const [method, template] = route.split(' ') as [string, string]
    const names: string[] = []
    const source = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      names.push(name)
      return '([^/]+)'
    })
    return { route, method, handler, names, pattern: new RegExp(`^${source}$`) }
  })
  return (method, path) => {
    let other = false
    for (const { route, handler, names, pattern, ...each } of known) {
      const found = pattern.exec(path)
      if (!found) continue
      other = true
      if (each.method !== method) continue
      const params = Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1]!)]))
      return { route, handler, params }
    }
    return other ? 'no_method' : undefined
  }
}
