import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Language, languageOf } from '../lib/language.ts'
import { packageFolder } from '../lib/package-folder.ts'
import { endpointNotFound } from './endpoints.ts'
import { plainPage } from './plain-page.ts'
import { sentences } from './words/index.ts'

interface Explanation {
  what: string
  todo: string
}

/** `GET /errors/{code}`: what it is and what to do, as the tables of docs/errors.md say it, in the reader's language. */
export function errorPages(app: FastifyInstance): void {
  const known = new Map<Language, Map<string, Explanation>>()
  /** Read when somebody first asks. */
  const explanations = (language: Language) => {
    const found = known.get(language) ?? explanationsOf(language)
    known.set(language, found)
    return found
  }
  app.get('/errors/:code', async (request: FastifyRequest<{ Params: { code: string } }>, reply: FastifyReply) => {
    const language = languageOf(request.headers['accept-language'] ?? 'en')
    const { code } = request.params
    const found = explanations(language).get(code)
    if (!found) throw endpointNotFound()
    const { html, policy } = plainPage(language, {
      title: code,
      lines: [inHtml(found.what), `${sentences.whatToDo[language]} ${inHtml(found.todo)}`],
      codes: [],
    })
    return reply
      .headers({ 'content-security-policy': policy, 'cache-control': 'max-age=3600', vary: 'accept-language' })
      .type('text/html; charset=utf-8')
      .send(html)
  })
}

/** The English page, or the one beside it; a row is `| code | … | what it is | what to do |`. */
function explanationsOf(language: Language): Map<string, Explanation> {
  const page = join(packageFolder, 'docs', language === 'en' ? '' : language, 'errors.md')
  const rows = readFileSync(page, 'utf8').matchAll(/^\| `([a-z_]+)` \|(?:.*\|)?(.+)\|(.+)\|$/gm)
  return new Map([...rows].map(([, code, what, todo]) => [code!, { what: what!.trim(), todo: todo!.trim() }]))
}

/** Of Markdown what stands in those rows: code, and links, of which the words are kept. */
function inHtml(text: string): string {
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return safe.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replace(/`([^`]+)`/g, '<code>$1</code>')
}
