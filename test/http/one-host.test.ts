import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { enterPlayground } from '../support/enter-playground.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { pages } from './pages.ts'
import { startServer } from './server.ts'

it('whoever names several hosts gets through no door that judges by one, whichever comes first', async () => {
  const consolePage = tempFolder()
  mkdirSync(join(consolePage, 'assets'))
  writeFileSync(join(consolePage, 'index.html'), '<!doctype html>')
  const panes = { open: async () => ({ user: 'U0ANN' }), handle: async () => {} }
  const { url, http } = await startServer({
    playground: { panes, folder: pages(), owner: 'slack_T0PARLEY_U0ANN' },
    ...{ consolePage, publicUrl: 'http://localhost:3000' },
  })
  const cookie = await enterPlayground(http.playground!)
  const port = Number(new URL(url).port)
  const ask = (line: string, hosts: readonly string[]) => {
    const named = hosts.map((host) => `Host: ${host}:${port}\r\n`).join('')
    const more = `Cookie: ${cookie}\r\nX-Parley-Console: 1\r\nOrigin: http://localhost:${port}\r\n`
    const socket = connect(port, '127.0.0.1')
    socket.end(`${line} HTTP/1.1\r\n${named}${more}Content-Length: 0\r\nConnection: close\r\n\r\n`)
    return text(socket)
  }
  const doors = ['GET /', 'POST /playground/slack/open', 'GET /console/api/me', 'POST /mcp']
  for (const door of doors) {
    expect(await ask(door, ['localhost'])).not.toContain('several_hosts')
    for (const second of ['attacker.example.com', 'localhost'])
      for (const hosts of [
        ['localhost', second],
        [second, 'localhost'],
      ]) {
        const answer = await ask(door, hosts)
        expect({ door, hosts, status: answer.split(' ')[1] }).toEqual({ door, hosts, status: '400' })
        expect(answer).toContain('"code":"several_hosts"')
      }
  }
})
