import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { Route, RouteRequest } from '../../src/ports/route.ts'

/** Beside this file's folder in what is built, and in `dist` where sources are run. */
const places = ['../../widget/widget.js', '../../dist/widget/widget.js'].map((path) => new URL(path, import.meta.url))

/** The component, for pages of any origin: it holds nothing of anybody, and what it may do its visitors' tokens say. */
export function createScriptRoute(): Route {
  const found = places.find((place) => existsSync(place))
  const script = found ? readFileSync(found) : undefined
  const tag = script && `"${createHash('sha256').update(script).digest('base64url').slice(0, 22)}"`
  const headers = {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    ...(tag && { etag: tag }),
  }
  return {
    method: 'GET',
    path: '/widget.js',
    async handle(request: RouteRequest) {
      if (!script) return { status: 404, body: '' }
      if (request.headers['if-none-match'] === tag) return { status: 304, headers, body: '' }
      return { status: 200, headers, body: script }
    },
  }
}
