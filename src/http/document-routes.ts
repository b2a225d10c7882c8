import type { FastifyInstance } from 'fastify'
import { allowOnly } from './endpoints.ts'
import { type About, openApi } from './openapi/document.ts'
import { page } from './openapi/page.ts'

/** What the API is, for programs at `/openapi.json` and for people at `/docs`. Written when it is first asked for. `tries`: it stands where the API does. */
export function documentRoutes(app: FastifyInstance, about: About, { tries }: { tries: boolean }): void {
  let written: { json: string; html: string; policy: string } | undefined
  const write = () => {
    const document = openApi(about)
    return { json: JSON.stringify(document), ...page(document, { tries }) }
  }
  const headers = { 'cache-control': 'no-cache' }

  app.get('/openapi.json', async (_request, reply) => {
    written ??= write()
    return reply.headers(headers).type('application/json; charset=utf-8').send(written.json)
  })

  app.get('/docs', async (_request, reply) => {
    written ??= write()
    return reply
      .headers({ ...headers, 'content-security-policy': written.policy, 'referrer-policy': 'no-referrer' })
      .type('text/html; charset=utf-8')
      .send(written.html)
  })
  for (const url of ['/openapi.json', '/docs']) allowOnly(app, url, ['GET'])
}
