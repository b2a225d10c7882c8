import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { tenantWord } from './canaries.ts'
import { type Model, startModel } from './model.ts'
import type { Plan } from './plan.ts'
import { createServerProcess, type Server } from './server.ts'
import { discordGuild } from './stages/discord.ts'
import { createStages, type Stages } from './stages/index.ts'
import { slackTeam } from './stages/slack.ts'
import { until } from './until.ts'

/** A command of the terminal: its exit code, and all that it printed. */
export type Terminal = (
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
) => Promise<{ code: number; printed: string }>

/** The whole product between stand-ins, with every tenant of a plan settled in it. */
export interface House {
  stages: Stages
  model: Model
  server: Server
  /** Where everything is kept. */
  data: string
  /** Where agents and files may be written. */
  folder: string
  parley(...argv: string[]): Promise<{ code: number; printed: string }>
  close(): Promise<void>
}

const patienceMs = 60_000

export const accountOf = (tenant: number): string => (tenant === 0 ? 'default' : `tenant-${tenant}`)
export const agentOf = (tenant: number): string => `guide-${tenant}`

export async function openHouse(plan: Plan, terminal: Terminal): Promise<House> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-prove-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  const ends: (() => unknown)[] = [remove, () => process.off('exit', remove)]
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  try {
    const long = new Set(plan.waves.flatMap(({ said }) => said.filter((one) => one.isLong).map((one) => one.canary)))
    const model = await startModel((canary) => long.has(canary))
    ends.push(model.stop)
    const stages = createStages(plan)
    await stages.start()
    ends.push(stages.stop)
    const data = join(folder, 'data')
    const limits = { messagesPerMinute: null, waiting: null, raid: null }
    write(join(folder, 'config/parley.yaml'), JSON.stringify({ chat: { limits, feedback: false } }))
    const env = {
      ...stages.environment(),
      PARLEY_DATA: data,
      PARLEY_LLM_BASE_URL: model.url,
      PARLEY_LLM_MODEL: 'gpt-4o-mini',
    }
    const server = await createServerProcess(folder, env)
    ends.push(server.stop)
    stages.lead(server.url)
    await server.start()
    const house = { stages, model, server, data, folder, parley: (...argv: string[]) => terminal(argv, env), close }
    await settle(house, plan)
    return house
  } catch (error) {
    await close()
    throw error
  }
}

/** Each tenant has an account, an agent of its own, a workspace and perhaps a server. */
async function settle({ stages, server, folder, parley }: House, { size, people }: Plan): Promise<void> {
  const must = async (...argv: string[]) => {
    let last = ''
    const done = await until(async () => {
      const { code, printed } = await parley(...argv)
      last = printed
      return code === 0
    }, patienceMs)
    if (!done) throw new Error(`\`parley ${argv.join(' ')}\` did not do it: ${last}`)
  }
  for (let tenant = 0; tenant < size.tenants; tenant++) {
    const account = accountOf(tenant)
    await stages.slack.install(server.url, tenant)
    if (tenant > 0) {
      await must('account', 'create', account, '--name', `Tenant ${tenant}`)
      await must('installations', 'approve', 'slack', slackTeam(tenant), '--account', account)
      if (people.some((one) => one.platform === 'discord' && one.tenant === tenant))
        await must('installations', 'approve', 'discord', discordGuild(tenant), '--account', account)
    }
    const agents = join(folder, 'agents', account)
    const agent = {
      ...{ displayName: `Guide ${tenant}`, description: `Of ${tenantWord(tenant)}`, providerName: 'Example' },
      ...{ photoUrl: 'https://example.com/guide.png', scope: 'private' },
      llmSettings: { llm: 'gpt-4o-mini', prompt: `You work for ${tenantWord(tenant)}.` },
    }
    // JSON is YAML.
    write(join(agents, agentOf(tenant), 'agent.yaml'), JSON.stringify({ agent }))
    await must('account', 'set', account, '--plan', 'unlimited')
    await must('agent', 'apply', agents, '--account', account)
    await must('account', 'set', account, '--default-agent', agentOf(tenant))
  }
  if (!(await until(stages.discord.isConnected, patienceMs))) throw new Error('The server did not connect to Discord.')
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
