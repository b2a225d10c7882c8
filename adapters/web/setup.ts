import type { Language } from '../../src/lib/language.ts'
import { fault, ok, type Setup, unknown } from '../../src/ports/setup.ts'
import { namedPlace } from './places.ts'
import type { WebSettings } from './settings.ts'
import { words as all } from './words/index.ts'

const words = all.doctor

const isLocal = (origin: string): boolean => /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin)

export const setup: Setup = {
  place: namedPlace,
  async *diagnose({ url, settings, language }) {
    const { sites } = (settings ?? { sites: [] }) as WebSettings
    if (sites.length === 0) return yield unknown(words.sites[language], words.noSites[language])
    for (const { agent, origins, anonymous } of sites) {
      const open = origins.filter((origin) => origin.startsWith('http:') && !isLocal(origin))
      yield open.length > 0
        ? fault(words.siteOf(agent)[language], words.notSecure(open.join(', '))[language])
        : ok(words.siteOf(agent)[language], words.site(origins.join(', '), anonymous === true)[language])
    }
    yield* reached(url, language)
  },
}

async function* reached(url: string, language: Language) {
  try {
    const { status } = await fetch(new URL('/widget.js', url), { signal: AbortSignal.timeout(5000) })
    yield status === 200
      ? ok(words.script[language], words.served(`${url}/widget.js`)[language])
      : fault(words.script[language], words.notServed(`${url}/widget.js`, status)[language])
  } catch {
    yield unknown(words.script[language], words.noAnswer(url)[language])
  }
}
