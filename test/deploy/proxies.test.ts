import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../src/lib/free-port.ts'
import { startServer } from '../http/server.ts'
import { endWithParent } from '../support/end-with-parent.ts'
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

  it.skipIf(!has('nginx'))(
    'nginx tells an answer as it is written, and nobody is believed who says where they are',
    async () => {
      const server = await startServer({
        trustProxies: ['127.0.0.1'],
        routes: [{ method: 'GET', path: '/whoami', handle: async ({ address }) => ({ status: 200, body: address }) }],
      })
      const port = await freePort()
      const folder = tempFolder()
      mkdirSync(join(folder, 'tmp'))
      const site = text('deploy/proxies/nginx.conf')
        .replace('listen 80;', `listen 127.0.0.1:${port};`)
        .replace('http://127.0.0.1:3000', server.url)
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      const settings = `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
http { access_log off; ${paths.map((one) => `${one}_temp_path ${folder}/tmp/${one};`).join(' ')}
${site} }`
      writeFileSync(join(folder, 'nginx.conf'), settings)
      const args = ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')]
      execFileSync('nginx', [...args, '-t'], { stdio: 'pipe' })
      const nginx = endWithParent(spawn('nginx', args, { stdio: 'ignore' }))
      onTestFinished(() => void nginx.kill('SIGTERM'))
      const url = `http://127.0.0.1:${port}`
      const statusOf = (path: string) =>
        fetch(url + path).then(
          ({ status }) => status,
          () => 0,
        )
      await expect.poll(() => statusOf('/healthz')).toBe(200)
      expect(await statusOf('/metrics')).toBe(404)
      const liar = await fetch(`${url}/whoami`, { headers: { 'x-forwarded-for': '203.0.113.7' } })
      expect(await liar.text()).toBe('127.0.0.1')

      const script = server.model.script()
      const call = httpRequest(`${url}/api`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
      })
      const body = { api_key: server.conversationKey, agent_id: 'guide', uid: 'ann', utterance: 'why?', stream: true }
      call.end(JSON.stringify(body))
      await script.asked
      script.write('It grows')
      const [response] = (await once(call, 'response')) as [IncomingMessage]
      response.setEncoding('utf8')
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
