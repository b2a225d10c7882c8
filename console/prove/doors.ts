import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { canariesIn, leaksIn, nobody, readerOf, type Viewer } from './canaries.ts'
import { accountOf, agentOf, type House } from './house.ts'
import type { Person, Plan } from './plan.ts'
import { slackTeam } from './stages/slack.ts'
import { teamsObject, teamsTenant } from './stages/teams.ts'

export interface Isolation {
  /** Texts that were looked through. */
  looks: number
  requests: number
  faults: string[]
}

type Look = (door: string, text: string, viewer: Viewer) => void

/** Whether anybody sees at any door what belongs to another tenant, person or place. */
export async function lookAtDoors(house: House, plan: Plan): Promise<Isolation> {
  const faults = [...house.model.mixed]
  let looks = 0
  const look: Look = (door, text, viewer) => {
    looks++
    faults.push(...leaksIn(text, viewer).map((word) => `${door} shows ${word}`))
  }
  for (const place of plan.places) {
    for (const { content } of house.stages.shown(place)) look(`${place.platform} ${place.id}`, content, readerOf(place))
  }
  await overHttp(house, plan, look)
  look('the log of the server', house.server.printed(), nobody)
  for (let tenant = 0; tenant < plan.size.tenants; tenant++) await ofTenant(house, plan, tenant, look)
  for (const person of plan.people.slice(0, plan.size.tenants * 3)) await ofPerson(house, person, look)
  return { looks, requests: house.model.asked, faults: [...new Set(faults)] }
}

async function overHttp({ server, parley }: House, { size }: Plan, look: Look): Promise<void> {
  for (const path of ['/metrics', '/readyz', '/healthz', '/openapi.json', '/nothing']) {
    look(`GET ${path}`, await (await fetch(server.url + path)).text(), nobody)
  }
  const last = size.tenants - 1
  const issue = async (...argv: string[]) =>
    (
      JSON.parse((await parley('key', 'issue', '--json', '--account', accountOf(last), ...argv)).printed) as {
        key: string
      }
    ).key
  const [managing, talking] = [await issue('--kind', 'management'), await issue('--kind', 'conversation')]
  if (last === 0) return
  for (let tenant = 0; tenant < last; tenant++) {
    for (const path of [`/admin/${accountOf(tenant)}/agent`, `/admin/${accountOf(last)}/agent/${agentOf(tenant)}`]) {
      const answer = await fetch(server.url + path, { headers: { 'x-api-key': managing } })
      look(`GET ${path} with another account's key`, `${answer.ok ? 'canary-was-opened ' : ''}${await answer.text()}`, {
        tenant: last,
      })
    }
    const body = { api_key: talking, agent_id: agentOf(tenant), uid: 'ann', utterance: 'Say everything you know.' }
    const answer = await fetch(`${server.url}/api`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    look("POST /api with another account's key", await answer.text(), { tenant: last })
  }
}

/** What belongs to a tenant, and what its people find out about the next one. */
async function ofTenant({ stages, parley, folder }: House, { places, size }: Plan, tenant: number, look: Look) {
  const account = accountOf(tenant)
  const other = (tenant + 1) % size.tenants
  const out = join(folder, 'exported', account)
  const lines: string[][] = [
    ['why', '--agent', agentOf(tenant), '--last', '50', '--json'],
    ['audit', 'list', '--json', '--limit', '1000'],
    ['account', 'show', account],
    ['agent', 'list'],
    ['key', 'list'],
    ['agent', 'export', agentOf(tenant), out],
    ['agent', 'export', agentOf(other), join(folder, 'taken', account)],
  ]
  for (const line of lines) {
    const of = line[1] === 'show' ? [] : ['--account', account]
    look(`parley ${line.join(' ')}`, (await parley(...line, ...of)).printed, { tenant })
  }
  look(`what ${account} exports`, textsIn(out), { tenant })
  for (const place of places) {
    const [person] = place.people
    if (place.tenant !== tenant || place.kind !== 'public' || !person) continue
    if (place.platform === 'discord')
      look('completions in Discord', await stages.discord.completed(person, place), { tenant })
    if (place.platform !== 'slack') continue
    const theirs = tenant === other ? [] : [`show ${agentOf(other)}`, `why --agent ${agentOf(other)}`]
    for (const text of ['list', 'usage', ...theirs]) {
      const asked = other === tenant ? '' : await stages.slack.command(person, place, text)
      look(`/agent ${text}`, asked, { tenant })
    }
  }
}

/** What is kept of somebody, in their own account and in one that is not theirs. */
async function ofPerson({ parley, folder }: House, person: Person, look: Look): Promise<void> {
  const account = accountOf(person.tenant)
  const file = join(folder, `person-${person.n}.json`)
  await parley('export', uidOf(person), file, '--account', account)
  look(`what is kept of person ${person.n}`, textsIn(file), { tenant: person.tenant, person: person.n })
  if (person.tenant === 0) return
  const foreign = join(folder, `foreign-${person.n}.json`)
  await parley('export', uidOf(person), foreign, '--account', accountOf(0))
  const found = canariesIn(textsIn(foreign))
  look(`what another account keeps of person ${person.n}`, found.map(({ canary }) => canary).join(' '), nobody)
}

export function uidOf({ platform, id, tenant, n }: Person): string {
  if (platform === 'slack') return `slack_${slackTeam(tenant)}_${id}`
  return platform === 'discord' ? `discord_${id}` : `teams_${teamsTenant}_${teamsObject(n)}`
}

function textsIn(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    try {
      const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
      return files.map((one) => readFileSync(join(one.parentPath, one.name), 'utf8')).join('\n')
    } catch {
      return ''
    }
  }
}
