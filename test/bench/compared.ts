import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Bench, compare, type Figure, type Scope } from './support/bench.ts'
import { startEchoSlack } from './support/echo-slack.ts'
import { tempFolder } from './support/folder.ts'
import { load } from './support/http-load.ts'
import { agentId, greeting, startParley } from './support/parley.ts'

const root = resolve(import.meta.dirname, '../..')
const rounds = 5
const messages = 1500
const people = 10_000
/** What two runs of one tree differ by at most, on a machine that does nothing else. */
const within = 0.1

/** This tree beside another commit, of which 1 is as much. Ratios alone: nothing else is worth comparing. */
export const comparedWith =
  (commit: string): Bench =>
  async (scope) => {
    const tree = treeOf(scope, commit)
    const slack = await startEchoSlack(scope)
    const options = { env: slack.env, unlimited: true }
    const subjects = {
      ours: await startParley(scope, options),
      baseline: await startParley(scope, { ...options, tree }),
    }
    const figures: Figure[] = []
    const tell = (what: string, seen: Record<'rate' | 'cpuMs', { ours: number; baseline: number }>) => {
      const row = (name: string, { ours, baseline }: { ours: number; baseline: number }, goal: Figure['goal']) =>
        figures.push({
          metric: `${what}: ${name}`,
          ours: ours / baseline,
          baseline: null,
          unit: `× ${commit}`,
          ...(goal && { goal }),
        })
      row('rate', seen.rate, { atLeast: 1 - within })
      row('processor', seen.cpuMs, { atMost: 1 + within })
    }

    for (const conversations of [1, 16]) {
      const total = conversations === 1 ? messages / 5 : messages
      const seen = await compare(rounds, subjects, async (parley) => {
        const before = await parley.usage()
        const talk = { conversations, messages: total, user: (n: number) => `U${n % 200}` }
        const seconds = await slack.talk({ ...talk, url: `${parley.url}/slack/events` })
        const after = await parley.usage()
        return { rate: total / seconds, cpuMs: (after.cpuMs - before.cpuMs) / total }
      })
      tell(`Slack echo, ${conversations} at once`, seen)
    }
    const seen = await compare(rounds, subjects, async ({ url, apiKey, usage }) => {
      const ask = { api_key: apiKey, agent_id: agentId, utterance: greeting.asked }
      const body = (n: number) => JSON.stringify({ ...ask, uid: `example_${n % people}` })
      const before = await usage()
      const { requests, seconds } = await load(scope, { url: `${url}/api`, connections: 64, ms: 1000, body })
      const after = await usage()
      return { rate: requests / seconds, cpuMs: (after.cpuMs - before.cpuMs) / requests }
    })
    tell('POST /api of people', seen)
    return figures
  }

/** A commit aside, built with the packages that are installed here. */
function treeOf(scope: Scope, commit: string): string {
  const folder = tempFolder(scope)
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  // Who builds is not measured.
  const env = { ...process.env, NODE_OPTIONS: '' }
  execFileSync(process.execPath, ['bin/parley.mjs', '--build-only'], { cwd: folder, env, stdio: ['ignore', 2, 2] })
  return folder
}
