import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createPacking } from '../../src/lib/packing.ts'
import type { Route, RouteRequest } from '../../src/ports/route.ts'

/** Beside this file's folder in what is built, and in `dist` where sources are run. */
const places = ['../../widget/widget.js', '../../dist/widget/widget.js'].map((path) => new URL(path, import.meta.url))

/** The component, for pages of any origin: it holds nothing of anybody, and what it may do its visitors' tokens say. */
export function createScriptRoute(): Route {
  const found = places.find((place) => existsSync(place))
  const pack = found && createPacking(() => readFile(found), { isText: true })
  const own = {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  }
  return {
    method: 'GET',
    path: '/widget.js',
    async handle(request: RouteRequest) {
      if (!pack) return { status: 404, body: '' }
      const { status, headers, body } = await pack(request.headers)
      return { status, headers: { ...own, ...headers }, body }
    },
  }
}
