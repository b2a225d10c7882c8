import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { text as read } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../src/lib/free-port.ts'
import { pages } from '../http/pages.ts'
import { startServer } from '../http/server.ts'
import { endWithParent } from '../support/end-with-parent.ts'
import { enterPlayground } from '../support/enter-playground.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { text } from './support.ts'

const root = resolve(import.meta.dirname, '../..')
const has = (command: string): boolean => spawnSync(command, ['--version']).error === undefined
const unit = 'deploy/systemd/parley.service'

describe('a proxy before Parley', () => {
  it.each(['nginx.conf', 'Caddyfile', '../balancer/haproxy.cfg'])(
    '%s holds nothing back, waits long enough, sends nothing twice and keeps the figures in',
    (name) => {
      const file = text(`deploy/proxies/${name}`)
      expect(file).toMatch(/proxy_buffering off;|flush_interval -1|option http-no-delay/)
      expect(file).toMatch(/proxy_read_timeout 330s;|read_timeout 330s|timeout server 330s/)
      expect(file).toMatch(/proxy_next_upstream off;|lb_retries 0|retry-on conn-failure/)
      expect(file).toMatch(
        /location = \/metrics \{ return 404; \}|respond \/metrics 404|status 404 if \{ path \/metrics \}/,
      )
    },
  )

  it.for(['nginx', 'caddy', 'haproxy'] as const)(
    '%s tells an answer as it is written, opens no door, and nobody is believed who says where they are',
    async (name, { skip }) => {
      skip(!has(name), `${name} is not on this machine`)
      const server = await startServer({
        trustProxies: ['127.0.0.1'],
        routes: [{ method: 'GET', path: '/whoami', handle: async ({ address }) => ({ status: 200, body: address }) }],
        playground: {
          panes: { open: async () => ({ user: 'U0ANN' }), handle: async () => {} },
          ...{ folder: pages(), owner: 'slack_T0PARLEY_U0ANN' },
        },
      })
      const cookie = await enterPlayground(server.http.playground!)
      const port = await freePort()
      begin(name, { port, to: server.url })
      /** From an address that is no proxy's. */
      const ask = async (path: string, headers: Record<string, string> = {}, body?: object) => {
        const call = httpRequest({ port, path, headers, localAddress: '127.0.0.2', method: body ? 'POST' : 'GET' })
        call.end(body && JSON.stringify(body))
        const [response] = (await once(call, 'response')) as [IncomingMessage]
        return response
      }
      const statusOf = (path: string) =>
        ask(path).then(
          (response) => response.resume().statusCode,
          () => 0,
        )
      await expect.poll(() => statusOf('/healthz')).toBe(200)
      expect(await statusOf('/metrics')).toBe(404)
      expect(await read(await ask('/whoami', { 'x-forwarded-for': '203.0.113.7' }))).toBe('127.0.0.2')
      for (const path of ['/', '/playground/slack/events'])
        expect(JSON.parse(await read(await ask(path, { cookie })))).toMatchObject({ code: 'forwarded' })
      const several = connect(port, '127.0.0.1')
      several.end('GET /whoami HTTP/1.1\r\nHost: a.example.com\r\nHost: b.example.com\r\nConnection: close\r\n\r\n')
      expect(await read(several)).toMatch(/^HTTP\/1\.\d 400 /)

      const script = server.model.script()
      const call = ask(
        '/api',
        { 'content-type': 'application/json' },
        { api_key: server.conversationKey, agent_id: 'guide', uid: 'ann', utterance: 'why?', stream: true },
      )
      await script.asked
      script.write('It grows')
      const response = (await call).setEncoding('utf8')
      let heard = ''
      response.on('data', (chunk: string) => {
        heard += chunk
      })
      // The model has not ended, and what it wrote is here.
      await expect.poll(() => heard).toContain('It grows')
      script.write(' and ends.')
      script.end()
      await once(response, 'end')
      expect(heard).toContain('It grows and ends.')
    },
  )
})

interface Between {
  port: number
  /** The address of the server behind it. */
  to: string
}

/** Runs one as its file says, but for its addresses and where it keeps things. */
function begin(name: 'nginx' | 'caddy' | 'haproxy', between: Between): void {
  const folder = tempFolder()
  const [check, run] = { nginx, caddy, haproxy }[name](between, folder)
  const env = { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  execFileSync(name, check, { stdio: 'pipe', env })
  const proxy = endWithParent(spawn(name, run, { stdio: 'ignore', env }))
  onTestFinished(() => void proxy.kill('SIGTERM'))
}

function nginx({ port, to }: Between, folder: string): [string[], string[]] {
  mkdirSync(join(folder, 'tmp'))
  const site = text('deploy/proxies/nginx.conf')
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('http://127.0.0.1:3000', to)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const settings = `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
http { access_log off; ${paths.map((one) => `${one}_temp_path ${folder}/tmp/${one};`).join(' ')}
${site} }`
  writeFileSync(join(folder, 'nginx.conf'), settings)
  const args = ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')]
  return [[...args, '-t'], args]
}

/** Without a certificate, which would be asked for on the Internet. */
function caddy({ port, to }: Between, folder: string): [string[], string[]] {
  const site = text('deploy/proxies/Caddyfile')
    .replace('parley.example.com {', `http://:${port} {`)
    .replace('127.0.0.1:3000', new URL(to).host)
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n}\n${site}`)
  const args = ['--config', file, '--adapter', 'caddyfile']
  return [
    ['validate', ...args],
    ['run', ...args],
  ]
}

/** Without the names of a network of containers: one process is both the gateway and the API. */
function haproxy({ port, to }: Between, folder: string): [string[], string[]] {
  const balancer = text('deploy/balancer/haproxy.cfg')
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace(/^resolvers docker\n(?:.+\n)+/m, '')
    .replace(/ resolvers docker .*/, '')
    .replaceAll(/server-template (\w+) \d+ \w+:3000/g, `server $1 ${new URL(to).host}`)
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, balancer)
  return [
    ['-c', '-f', file],
    ['-db', '-f', file],
  ]
}

describe('the service of systemd', () => {
  it('starts what the package starts, and may write nowhere but into its data folder', () => {
    const lines = text(unit).split('\n')
    const { scripts } = JSON.parse(text('package.json')) as { scripts: { start: string } }
    expect(scripts.start).toContain('bin/parley.mjs start')
    expect(lines.find((line) => line.startsWith('ExecStart='))).toMatch(/bin\/parley\.mjs start$/)
    for (const line of ['ProtectSystem=strict', 'DynamicUser=yes', 'StateDirectory=parley', 'Restart=always'])
      expect(lines).toContain(line)
  })

  it.skipIf(!has('systemd-analyze'))('is one that systemd takes', () => {
    const { stderr } = spawnSync('systemd-analyze', ['verify', join(root, unit)], { encoding: 'utf8' })
    // Only what it starts is not there.
    const faults = stderr.split('\n').filter((line) => line !== '' && !/is not executable: No such file/.test(line))
    expect(faults).toEqual([])
  })
})
