import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

export interface Relay {
  /** As the one that is relayed to, by way of the relay. */
  url: string
  /** How often a client has sent something and then waited for its answer, on whichever connection, until now. */
  trips(): number
  stop(): void
}

/** Stands between a server and its clients, and counts how often these wait for it. */
export async function relayTo(url: string): Promise<Relay> {
  const target = new URL(url)
  let trips = 0
  const relay = createServer((client) => {
    const server = connect(Number(target.port), target.hostname)
    let isAnswered = true
    client.on('data', (chunk) => {
      if (isAnswered) trips++
      isAnswered = false
      server.write(chunk)
    })
    server.on('data', (chunk) => {
      isAnswered = true
      client.write(chunk)
    })
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.setNoDelay()
      one.on('close', () => other.destroy())
      one.on('error', () => other.destroy())
    }
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const here = new URL(url)
  here.port = String((relay.address() as AddressInfo).port)
  return { url: here.href, trips: () => trips, stop: () => void relay.close() }
}
