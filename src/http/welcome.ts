import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../lib/language.ts'
import { endpointNotFound } from './endpoints.ts'
import { plainPage } from './plain-page.ts'
import { sentences } from './words/index.ts'

/** What stands at `/` where nothing else does: for a browser, what this is and how one gets in; `hasWays`: in the console itself, too. Programs hear that there is nothing. */
export function welcome(app: FastifyInstance, hasWays: boolean): void {
  app.get('/', async (request: FastifyRequest, reply: FastifyReply) => {
    if (!/\btext\/html\b/.test(request.headers.accept ?? '')) throw endpointNotFound()
    const language = languageOf(request.headers['accept-language'] ?? 'en')
    const { html, policy } = plainPage(language, {
      title: 'Parley',
      lines: [sentences.welcomeWhat[language], sentences.welcomeChat[language], sentences.welcomeTerminal[language]],
      codes: ['/agent console', 'npx parley console'],
      link: { href: '/console', text: (hasWays ? sentences.welcomeWays : sentences.welcomeSignedIn)[language] },
    })
    return reply
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .type('text/html; charset=utf-8')
      .send(html)
  })
}
