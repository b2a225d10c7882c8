import { Agent, type Dispatcher } from 'undici'

export interface OpenConsoles {
  /** How often all of them have looked at their pages, and how often each has heard that something has changed. */
  close(): Promise<{ looks: number; heard: number[] }>
}

/** As the page of the console has it: however fast things change, it is read by a person. */
const restMs = 1000
const figuresMs = 15_000
const headers = { 'x-parley-console': '1', 'sec-fetch-site': 'same-origin' }

/** Of every five windows four show the conversations, and one how everything is. */
const pages = [
  ...Array.from({ length: 4 }, () => ({ what: 'turns', path: '/v1/turns' })),
  { what: 'state', path: '/v1/state', everyMs: figuresMs },
]

/** The cookie of whoever a link lets in. */
export async function signIn(url: string, link: string): Promise<string> {
  const response = await fetch(new URL('/console/api/enter', url), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ token: new URL(link).hash.slice(1) }),
  })
  const cookie = response.headers.get('set-cookie')?.split(';')[0]
  if (!cookie) throw new Error(`nobody was let in to the console: ${response.status} ${await response.text()}`)
  return cookie
}

/** Windows of the console that hear what changes and look at it again, as the page does, without a browser to draw it. */
export async function openConsoles({ url, cookie, count }: { url: string; cookie: string; count: number }) {
  const agent = new Agent({ connections: null })
  const leaving = new AbortController()
  const { signal } = leaving
  const ask = async (path: string): Promise<Dispatcher.ResponseData> => {
    const answer = await agent.request({ origin: url, path, method: 'GET', headers: { ...headers, cookie }, signal })
    if (answer.statusCode !== 200) throw new Error(`${path} was answered ${answer.statusCode}`)
    return answer
  }
  let looks = 0
  const gone = (error: Error) => {
    if (!signal.aborted) throw error
  }

  async function window({ what, path, everyMs }: (typeof pages)[number] & { everyMs?: number }) {
    let heard = 0
    let isResting = false
    const look = async () => {
      await (await ask(path)).body.dump()
      looks++
    }
    const rest = () => {
      if (isResting || signal.aborted) return
      isResting = true
      setTimeout(() => {
        isResting = false
        if (!signal.aborted) look().catch(gone)
      }, restMs)
    }
    const live = await ask('/console/api/live')
    await look()
    const timer = everyMs && setInterval(() => void look().catch(gone), everyMs)
    const over = (async () => {
      for await (const chunk of live.body) {
        if (!`${chunk}`.includes(`event: ${what}\n`)) continue
        heard++
        rest()
      }
    })()
    return {
      async close(): Promise<number> {
        clearInterval(timer)
        await over.catch(gone)
        return heard
      },
    }
  }

  const all = await Promise.all(Array.from({ length: count }, (_, n) => window(pages[n % pages.length]!)))
  return {
    async close() {
      leaving.abort()
      const heard = await Promise.all(all.map((one) => one.close()))
      await agent.destroy()
      return { looks, heard }
    },
  } satisfies OpenConsoles
}
