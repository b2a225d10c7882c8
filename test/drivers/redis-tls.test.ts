import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectRedis } from '../../src/drivers/redis/connect.ts'
import { freePort } from '../../src/lib/free-port.ts'
import { selfSigned } from '../support/certificate.ts'
import { findRedis, type RedisSetup, startRedis } from '../support/redis.ts'
import { tell } from '../support/redis-replicated.ts'
import { tempFolder } from '../support/temp-folder.ts'

describe.skipIf(!findRedis())('rediss', () => {
  it('is TLS to a server, to Sentinels and to a Cluster, whose certificates have to be known', async () => {
    const folder = tempFolder()
    const { certificate, key } = selfSigned(1)
    const files = { 'tls-cert-file': certificate, 'tls-key-file': key, 'tls-ca-cert-file': certificate }
    const tls: Record<string, string> = { 'tls-auth-clients': 'no', 'tls-replication': 'yes' }
    for (const [name, text] of Object.entries(files)) {
      tls[name] = join(folder, name)
      writeFileSync(tls[name], text)
    }
    const start = async (more: Record<string, string>, lines?: readonly string[]) => {
      const port = String(await freePort())
      const settings = { ...tls, ...more, 'tls-port': port }
      const setup: RedisSetup = lines
        ? { lines: [...lines, ...Object.entries(settings).map(([name, value]) => `${name} ${value}`)] }
        : { settings }
      const server = await startRedis(setup)
      onTestFinished(() => server.stop())
      return { ...server, port }
    }
    const single = await start({})
    const sentinel = await start({}, [`sentinel monitor mymaster 127.0.0.1 ${single.port} 1`])
    const bus = String(await freePort())
    const ofCluster = { 'cluster-enabled': 'yes', 'cluster-announce-ip': '127.0.0.1', 'tls-cluster': 'yes' }
    const cluster = await start({ ...ofCluster, 'cluster-port': bus })
    await tell(cluster, 'cluster', 'addslots', ...Array.from({ length: 16_384 }, (_, slot) => String(slot)))
    const urls = [
      `rediss://localhost:${single.port}`,
      `rediss+sentinel://localhost:${sentinel.port}/mymaster`,
      `rediss+cluster://localhost:${cluster.port}`,
    ]
    const asked = () =>
      Promise.all(
        urls.map(async (url) => {
          const redis = await connectRedis(url)
          const answer = await redis.set('{parley}:here', 'yes')
          redis.disconnect()
          return answer
        }),
      )
    await expect(connectRedis(urls[0]!)).rejects.toThrow(/cannot be reached \(DEPTH_ZERO_SELF_SIGNED_CERT\)/)

    const known = getCACertificates('default')
    setDefaultCACertificates([...known, certificate])
    onTestFinished(() => setDefaultCACertificates(known))
    await expect.poll(() => asked().catch(String)).toEqual(['OK', 'OK', 'OK'])
  })
})
