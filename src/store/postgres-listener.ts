import type { Client } from 'pg'
import type { Topic } from './database.ts'
import { connectTo } from './postgres-connections.ts'
import { cut } from './postgres-wire.ts'

const tryAgainMs = 1_000
const askEveryMs = 5_000

/**
 * Hears what other processes tell, and whether the catalogue may have changed. What this process changes itself is known sooner.
 * As long as the database cannot tell, everything may have changed at any time.
 */
export function createPostgresListener(url: string) {
  const hearers = new Map<Topic, Set<(text: string | undefined) => void>>()
  let version = 0
  let isListening = false
  let listener: Client | undefined
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  async function listen(): Promise<void> {
    if (isClosed) return
    try {
      const client = await connectTo(url)
      listener = client
      client.on('notification', ({ channel, payload = '' }) => {
        if (channel === 'parley_catalogue') change()
        else tellAll(channel.replace('parley_', '') as Topic, payload)
      })
      client.once('end', () => {
        isListening = false
        again()
      })
      await client.query('listen parley_catalogue; listen parley_turns; listen parley_rings')
      // Whatever was told until now was not heard.
      change()
      isListening = true
      for (const topic of hearers.keys()) tellAll(topic, undefined)
      timer = setTimeout(() => void ask(client), askEveryMs).unref()
      if (isClosed) await client.end()
    } catch {
      listener ? cut(listener) : again()
    }
  }

  /** A connection may be dead without anybody noticing. */
  async function ask(client: Client): Promise<void> {
    const late = setTimeout(() => cut(client), askEveryMs).unref()
    const answered = await client.query('select 1').then(
      () => true,
      () => false,
    )
    clearTimeout(late)
    if (answered && !isClosed) timer = setTimeout(() => void ask(client), askEveryMs).unref()
  }

  function again(): void {
    listener = undefined
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(() => void listen(), tryAgainMs).unref()
  }

  function change(): void {
    version++
  }

  function tellAll(topic: Topic, text: string | undefined): void {
    for (const hear of hearers.get(topic) ?? []) hear(text)
  }

  return {
    listen,
    /** A statement that changes the catalogue is about to be run here, or has just been. */
    change,
    hear(topic: Topic, hear: (text: string | undefined) => void): () => void {
      const all = hearers.get(topic) ?? new Set()
      hearers.set(topic, all.add(hear))
      return () => all.delete(hear)
    },
    version(): number {
      if (!isListening) version++
      return version
    },
    async close(): Promise<void> {
      isClosed = true
      clearTimeout(timer)
      await listener?.end()
    },
  }
}
