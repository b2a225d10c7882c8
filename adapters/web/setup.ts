import { fault, ok, type Setup, unknown } from '../../src/ports/setup.ts'
import { namedPlace } from './places.ts'
import type { WebSettings } from './settings.ts'

const isLocal = (origin: string): boolean => /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin)

export const setup: Setup = {
  place: namedPlace,
  async *diagnose({ url, settings }) {
    const { sites } = (settings ?? { sites: [] }) as WebSettings
    if (sites.length === 0)
      return yield unknown(
        'Sites',
        'No website shows a chat: `web.sites` in parley.yaml is empty. docs/web.md says how.',
      )
    for (const { agent, origins, anonymous } of sites) {
      const open = origins.filter((origin) => origin.startsWith('http:') && !isLocal(origin))
      yield open.length > 0
        ? fault(
            `Site ${agent}`,
            `${open.join(', ')} is not https: whoever is on the way reads along. Serve the site by https.`,
          )
        : ok(
            `Site ${agent}`,
            `${origins.join(', ')}; ${anonymous ? 'anybody may talk' : 'visitors need a token of the site'}.`,
          )
    }
    yield* reached(url)
  },
}

async function* reached(url: string) {
  try {
    const { status } = await fetch(new URL('/widget.js', url), { signal: AbortSignal.timeout(5000) })
    yield status === 200
      ? ok('Script', `${url}/widget.js is served.`)
      : fault(
          'Script',
          `${url}/widget.js answers ${status}. Build Parley (\`npm run build\`), and start it with this parley.yaml.`,
        )
  } catch {
    yield unknown('Script', `Nothing answers at ${url}: start Parley to see whether its pages are reached.`)
  }
}
