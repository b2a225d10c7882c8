import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { orderKey } from '../../src/model/key.ts'
import { createStore } from '../../src/store/index.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { makeConfig, parley } from '../cluster/agent-folder.ts'
import { type Member, startMember } from '../cluster/member.ts'
import { startModel } from '../cluster/model.ts'
import { isFull } from '../support/extent.ts'
import { findPostgres, startPostgres } from '../support/postgres.ts'
import { findRedis, startRedis } from '../support/redis.ts'
import { tempFolder } from '../support/temp-folder.ts'

const root = resolve(import.meta.dirname, '../..')
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

/** The build that is updated: of UPDATE_FROM, else of the last version that was tagged; before there is one, this one. */
function formerBuild(): string {
  const from = process.env['UPDATE_FROM'] ?? git('tag', '--list', 'v*', '--sort=-creatordate').split('\n')[0]
  if (!from) return root
  const at = join(tempFolder(), 'former')
  git('worktree', 'add', '--quiet', '--detach', at, from)
  onTestFinished(() => void git('worktree', 'remove', '--force', at))
  symlinkSync(join(root, 'node_modules'), join(at, 'node_modules'))
  execFileSync(process.execPath, ['bin/parley.mjs', '--build-only'], { cwd: at })
  return at
}

const roles = ['gateway', 'worker', 'http'] as const

describe.runIf(isFull && findPostgres() && findRedis())('an update, process by process', { timeout: 300_000 }, () => {
  it('loses no question and answers none twice, while they come', async () => {
    const former = formerBuild()
    const folder = tempFolder()
    makeConfig(folder)
    const model = await startModel((said) => ({ pieces: ['I heard: ', said], afterMs: 5, everyMs: 20 }))
    onTestFinished(() => model.stop())
    const [postgres, redis] = await Promise.all([
      startPostgres({ durable: true, alone: true }),
      startRedis({ alone: true }),
    ])
    onTestFinished(async () => void (await Promise.all([postgres.stop(), redis.stop()])))
    const key = randomBytes(32).toString('base64')
    const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, PARLEY_KEY: key }
    const running = new Set<Member>()
    const start = async (name: string, build: string) => {
      const own = { ...env, PARLEY_LLM_BASE_URL: model.urlFor(name) }
      const member = await startMember({ name, roles, cwd: folder, folder, env: own, root: build })
      onTestFinished(() => member.end('SIGKILL'))
      running.add(member)
      return member
    }
    const olds = [await start('old1', former), await start('old2', former)]
    const shared = { ...env, PARLEY_DATA: join(folder, 'old1') }
    await parley(folder, shared, 'account', 'set', 'default', '--plan', 'unlimited')
    const apiKey = JSON.parse(await parley(folder, shared, 'key', 'issue', '--kind', 'conversation', '--json')).key

    let isOver = false
    /** As a client behind a balancer: what fails is asked again, of another process. */
    const ask = async (uid: string, utterance: string) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': `${uid}-${utterance}` }
      const body = JSON.stringify({ api_key: apiKey, agent_id: 'demo', uid, utterance })
      for (let tries = 0; ; tries++) {
        const all = [...running]
        const { url } = all[tries % all.length]!
        const answer = await fetch(`${url}/api`, { method: 'POST', headers, body }).catch(() => undefined)
        if (answer?.ok) return
        if (answer && answer.status < 500 && answer.status !== 409) throw new Error(await answer.text())
        await sleep(50)
      }
    }
    const talk = async (uid: string) => {
      const asked: string[] = []
      while (!isOver) {
        asked.push(`question-${asked.length + 1}`)
        await ask(uid, asked.at(-1)!)
      }
      return asked
    }
    const uids = ['ann', 'ben', 'cat', 'dan']
    const talks = Promise.all(uids.map(talk))
    // As docs/upgrading.md has it.
    await parley(folder, shared, 'db', 'migrate')
    for (const [n, old] of olds.entries()) {
      await start(`new${n + 1}`, root)
      await old.end('SIGTERM')
      running.delete(old)
    }
    await sleep(500)
    isOver = true
    const asked = await talks

    const db = await openPostgres(postgres.url)
    onTestFinished(() => db.close())
    const store = createStore(db, Date.now)
    for (const [n, uid] of uids.entries()) {
      const memory = await store.people.memory(orderKey('default', 'demo', uid), 'http', 10_000)
      const said = memory.filter(({ role }) => role === 'user').map(({ text }) => text)
      // The last of them: memory is kept for so many turns.
      expect(said).toEqual(asked[n]!.slice(-said.length))
      expect(said.length).toBeGreaterThan(5)
    }
    expect(new Set(model.asked.map(({ by }) => by))).toEqual(new Set(['old1', 'old2', 'new1', 'new2']))
  })
})
