import { createNewcomers } from '../bridge/newcomers.ts'
import { createWitness } from '../bridge/witness.ts'
import { startEmbedder } from '../engine/knowledge/embedder.ts'
import { sleep } from '../lib/clock.ts'
import { createLooking } from '../store/looking.ts'
import { type createDuties, repeated } from '../turns/duties.ts'
import { prune } from '../turns/prune.ts'
import { paidByOwner } from '../turns/spending/meter.ts'
import { startTurnIndex } from '../turns/turn-index.ts'
import type { House } from './house.ts'
import { watchingEmbedders } from './metrics/passages.ts'

/** What is old, or was left half done, is put away so often. */
const tidyEveryMs = 3_600_000
/** How soon it is gone on with whom a process that died was forgetting. */
const resumeEveryMs = 60_000
/** How soon owners hear of what waits for them, and what they refuse is left. */
const lookEveryMs = 1000

/** What one of all processes does at a time. */
export async function addDuties(
  { ground, answering, chatting, prepared }: House,
  { add }: ReturnType<typeof createDuties>,
): Promise<void> {
  const { config, foundation, log, now } = ground
  const { store } = foundation
  const { admin, embeddings } = answering
  const { approvals, askOwners, handovers, owners, platforms, running } = chatting
  const often = (name: string, everyMs: number, what: () => Promise<unknown>) =>
    add(name, repeated(everyMs, what, createLooking(log, `the duty "${name}"`)))
  await often('forgetting', tidyEveryMs, () => prune({ store, keepMemoryMs: config.memory.keepMs, now }))
  // What a process that died was in the middle of.
  await often('forgetting people', resumeEveryMs, async () => {
    for (const { person, rows } of await admin.people.resume()) log.info({ person, rows }, 'a person was forgotten')
  })
  await often('forgetting people of removed installations', tidyEveryMs, async () => {
    for (const { rows } of await admin.people.forgetGone(now() - config.memory.keepMs)) {
      log.info({ rows }, 'people of a removed installation were forgotten')
    }
  })
  // The hour of the machine's own zone in which the fewest write.
  await often('writing the database anew', tidyEveryMs, async () => {
    if (new Date(now()).getHours() !== 3 || !(await admin.people.rewrite())) return
    log.info('the file of the database was written anew, without the room of what was forgotten')
  })
  await often('tidying knowledge', tidyEveryMs, admin.knowledge.tidy)
  await often('leave at servers that are gone', tidyEveryMs, admin.toolGrants.tidy)
  await often('tool approvals', lookEveryMs, () => approvals.expire().then(askOwners))
  await often('handovers', lookEveryMs, handovers.remind)
  await add('agent folders', prepared.watch)
  const newcomers = createNewcomers({ store, admin, channelOf: platforms.channelOf, running, now, log })
  await add('installations', (signal) => newcomers.watch(lookEveryMs, signal))
  if (config.auditWitness) {
    await often('witness of the log of changes', tidyEveryMs, createWitness({ store, owners, now, log }))
  }
  await add('index of turns', async () => startTurnIndex({ store, now, log, sleep }))
  if (embeddings) {
    const watched = watchingEmbedders(answering.metrics.registry)
    await add('embedding', async () => watched(startEmbedder({ store, embeddings, paidBy: paidByOwner, log, sleep })))
  }
}
