import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { allowed } from '../../../src/drivers/webhooks/addresses.ts'
import { AddressRefused, checkedLookup, createGuard } from '../../../src/drivers/webhooks/guard.ts'

/** Something that listens on this machine. */
async function listening(): Promise<number> {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** Connects as a caller would, where names stand for these addresses. */
function guarded(allow: string[], names: Record<string, string[] | Error> = {}) {
  const asked: string[] = []
  const guard = createGuard(allowed(allow), async (host) => {
    asked.push(host)
    const found = names[host] ?? []
    if (found instanceof Error) throw found
    return found
  })
  const connect = async (hostname: string, port: number | '', protocol = 'http:') => {
    const socket = await promisify(guard)({ hostname, host: hostname, protocol, port: `${port}` })
    const { remoteAddress } = socket!
    socket!.destroy()
    return remoteAddress
  }
  return { connect, asked }
}

const notPublic = { message: 'the address is not a public one' }

describe('a connection', () => {
  it('is made to what an operator allows by its name or its address, and to nothing else in here', async () => {
    const port = await listening()
    const names = { 'hooks.internal': ['127.0.0.1'], 'other.internal': ['127.0.0.1'] }
    expect(await guarded(['hooks.internal'], names).connect('hooks.internal', port)).toBe('127.0.0.1')
    expect(await guarded(['127.0.0.1'], names).connect('other.internal', port)).toBe('127.0.0.1')
    await expect(guarded(['hooks.internal'], names).connect('other.internal', port)).rejects.toMatchObject(notPublic)
    await expect(guarded([], names).connect('other.internal', port)).rejects.toBeInstanceOf(AddressRefused)
  })

  it('goes to those of a name’s addresses that may be called, and is looked up once', async () => {
    const port = await listening()
    const { connect, asked } = guarded(['127.0.0.1'], { mixed: ['10.0.0.1', 'fd00::1', '127.0.0.1', '192.168.0.9'] })
    expect(await connect('mixed', port)).toBe('127.0.0.1')
    expect(await connect('mixed', port)).toBe('127.0.0.1')
    expect(asked).toEqual(['mixed', 'mixed'])
  })

  it.each(['127.0.0.1', '[::1]', '10.0.0.1', '[fe80::1]', '[::ffff:127.0.0.1]'])(
    'to %s is refused before anything is looked up',
    async (host) => {
      const { connect, asked } = guarded([])
      await expect(connect(host, 8080)).rejects.toMatchObject(notPublic)
      expect(asked).toEqual([])
    },
  )

  it.each(['localhost', 'LOCALHOST.', 'app.localhost'])(
    'to %s is one to this machine, whatever names say',
    async (host) => {
      const { connect, asked } = guarded([], { [host]: ['1.1.1.1'] })
      await expect(connect(host, 8080)).rejects.toMatchObject(notPublic)
      expect(asked).toEqual([])
      const port = await listening()
      expect(await guarded(['localhost', 'app.localhost']).connect(host, port)).toBe('127.0.0.1')
    },
  )

  it('to a name that only begins so is looked up like any other', async () => {
    const { connect, asked } = guarded([], { 'localhost.example.com': ['10.0.0.1'] })
    await expect(connect('localhost.example.com', 8080)).rejects.toMatchObject(notPublic)
    expect(asked).toEqual(['localhost.example.com'])
  })

  it('to a public address is refused at a port that is not for HTTP, and says so', async () => {
    const message = 'the address is not a public one, or port 25 not for HTTP'
    await expect(guarded([]).connect('1.1.1.1', 25)).rejects.toMatchObject({ message })
    await expect(guarded([], { mail: ['1.1.1.1'] }).connect('mail', 25)).rejects.toMatchObject({ message })
  })

  it('without a port is one to that of its protocol', async () => {
    for (const protocol of ['http:', 'https:'])
      await expect(guarded([]).connect('10.0.0.1', '', protocol)).rejects.toMatchObject(notPublic)
  })

  it('fails as its name does', async () => {
    const lost = new Error('no such name')
    await expect(guarded([], { lost }).connect('lost', 8080)).rejects.toBe(lost)
    await expect(guarded([], { none: [] }).connect('none', 8080)).rejects.toMatchObject(notPublic)
  })
})

describe('the look-up of a connection', () => {
  const public4 = '1.1.1.1'
  const public6 = '2606:4700:4700::1111'
  const names: Record<string, string[] | Error> = {
    ...{ both: ['10.0.0.1', public4, public6], inside: ['10.0.0.1'], lost: new Error('no such name') },
  }

  /** What it tells, as `net` asks it. */
  async function told(host: string, { all = true, port = 443, allow = [] as string[] } = {}) {
    const lookup = checkedLookup(allowed(allow), async (name) => namesOf(name), port)
    return new Promise<unknown[]>((resolve) => lookup(host, { all }, (...given) => resolve(given)))
  }
  function namesOf(name: string): string[] {
    const found = names[name]!
    if (found instanceof Error) throw found
    return found
  }
  const refused = expect.any(AddressRefused)

  it('tells all addresses that may be called, each with its family', async () => {
    const fit = [
      { address: public4, family: 4 },
      { address: public6, family: 6 },
    ]
    expect(await told('both')).toEqual([null, fit])
    expect(await told('both', { port: 25 })).toEqual([refused, []])
    expect(await told('both', { allow: ['10.0.0.1'] })).toEqual([null, [{ address: '10.0.0.1', family: 4 }, ...fit]])
  })

  it('tells the first of them to whoever wants one', async () => {
    expect(await told('both', { all: false })).toEqual([null, public4, 4])
    expect(await told('inside', { all: false })).toEqual([refused, []])
  })

  it('tells nothing of what is inside, nor of a name that has no address', async () => {
    expect(await told('inside')).toEqual([refused, []])
    expect(await told('lost')).toEqual([names['lost'], []])
  })

  it('takes localhost for both addresses of this machine', async () => {
    const own = [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]
    expect(await told('localhost')).toEqual([refused, []])
    expect(await told('localhost', { allow: ['localhost'] })).toEqual([null, own])
  })
})
