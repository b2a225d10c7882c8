import type { Actor } from '../../admin/actor.ts'
import type { Admin } from '../../admin/index.ts'
import type { Store } from '../../store/index.ts'
import { type SeededRows, seeding } from '../../store/seeding.ts'
import { turnIndex } from '../../store/turn-seen/index-turns.ts'
import { chanceOf } from './chance.ts'
import { createCounts } from './counts.ts'
import { writeAgent } from './folder.ts'
import { channelOf, homes, rowsOf, uidOf } from './rows.ts'
import { demoAgents, hourMs, hoursOfWeek, week } from './week.ts'

export interface SeedParts {
  store: Store
  admin: Admin
  /** Where agents are written on their way. */
  folder: string
  turns: number
  seed: number
  /** When the week ends. */
  end: number
  actor: Actor
}

export interface Seeded {
  turns: number
  people: number
  agents: string[]
}

/** Fills a database that holds nothing with a week that was made up: agents, people, what they asked, and what came of it. */
export async function seed({ store, admin, folder, turns, seed, end, actor }: SeedParts): Promise<Seeded> {
  const { account } = actor
  const agents = demoAgents.map(({ id }) => id)
  await admin.bundles.apply(
    demoAgents.map((agent) => writeAgent(agent, folder)),
    account,
    {},
  )
  await admin.roles.set(uidOf({ platform: 'slack', n: 0 }), 'owner', undefined, actor)
  await admin.roles.set(uidOf({ platform: 'slack', n: 1 }), 'admin', agents[0], actor)
  const rows = seeding(store.db)
  const begin = end - hoursOfWeek * hourMs
  await rows.since(begin)
  await rows.add(placesOf(account, begin))
  const chance = chanceOf(seed + 1)
  const counts = createCounts(account)
  for (const hour of week({ turns, seed, end })) {
    for (const turn of hour) counts.add(turn)
    const made = hour.map((turn) => rowsOf(turn, account, chance))
    await rows.add({
      turn: made.flatMap(({ turn }) => turn),
      part: made.flatMap(({ part }) => part),
      memory: made.flatMap(({ memory }) => memory),
      feedback: made.flatMap(({ feedback }) => feedback),
      handover: made.flatMap(({ handover }) => handover),
    })
  }
  await rows.add(counts.rows())
  const index = turnIndex(store.db, () => end)
  while (await index.step()) {}
  await rows.settle()
  return { turns, people: counts.people(), agents }
}

/** Where people write, and which agent answers there. */
function placesOf(account: string, at: number): SeededRows {
  const installations = Object.entries(homes).map(([platform, id]) => ({
    ...{ platform, id, account, status: 'approved', decided_by: 'cli', decided_at: at, told_at: null },
    ...{ name: 'Lantern Works', secret: null, removed_at: null, created_at: at },
  }))
  const bindings = demoAgents.flatMap(({ id, platforms }, a) =>
    platforms.map((platform) => ({
      ...{ place: channelOf(platform, a), account, agent: id, mode: 'mention', context: null },
      ...{ bound_by: uidOf({ platform, n: 0 }), bound_at: at },
    })),
  )
  return { installation: installations, binding: bindings }
}
