import { createCommands } from '../admin/commands/index.ts'
import { createActivities } from '../bridge/activity.ts'
import { createAskingOwners } from '../bridge/asking-owners.ts'
import { createChangedTools } from '../bridge/changed-tools.ts'
import { createChatDoor } from '../bridge/chat.ts'
import { createChatCommands } from '../bridge/commands.ts'
import { concerns } from '../bridge/context.ts'
import { createHandovers } from '../bridge/handover/index.ts'
import { createIntake } from '../bridge/intake.ts'
import { createListening } from '../bridge/listening.ts'
import { createLostLeave } from '../bridge/lost-leave.ts'
import { createNearBudgets } from '../bridge/near-budgets.ts'
import { createOwed } from '../bridge/owed.ts'
import { createOwnerNotes } from '../bridge/owners.ts'
import { createPacer } from '../bridge/pace.ts'
import { createPrivateNotes } from '../bridge/private-notes.ts'
import { createRaidWatch } from '../bridge/raid.ts'
import { createRefusals } from '../bridge/refusals.ts'
import { notingRefusals } from '../bridge/refused-calls.ts'
import { createSigningOn } from '../bridge/signing-on.ts'
import { createSpelling } from '../bridge/spelling.ts'
import { createStandingOver } from '../bridge/standing-over.ts'
import { createToolApprovals } from '../bridge/tool-approvals.ts'
import { createUnkept } from '../bridge/unkept.ts'
import { sleep } from '../lib/clock.ts'
import { waitingDoors } from '../model/message.ts'
import type { InboxRow } from '../store/inbox.ts'
import { createDirectTurns } from '../turns/direct.ts'
import { createLookUp } from '../turns/look-up.ts'
import { alone, createPresence } from '../turns/presence.ts'
import { createTurns, type Way } from '../turns/run.ts'
import { createRunning } from '../turns/running.ts'
import { createSuggest } from '../turns/suggest.ts'
import type { Answering, Later } from './answering.ts'
import type { Ground } from './ground.ts'
import { createDrawings } from './parts/drawings.ts'
import { createReplay } from './parts/replay.ts'
import { createCoverage } from './parts/scenario-test/of-draft.ts'
import { createTryOut } from './parts/try-out.ts'
import { createPlatforms } from './platforms.ts'
import { spannedChannels, spannedInbox, spannedTurn } from './telemetry/parts.ts'

/** What takes messages in, has them answered in order, and shows the answers: turns, the platforms, and the bridge between them. */
export async function createChatting(ground: Ground, answering: Answering, later: Later) {
  const { config, foundation, log, now, signal } = ground
  const { store, holder, leases, claims, notices, queue, ownQueue } = foundation
  const { admin, secrets, budget, metrics, engine, answerTurn, ends } = answering
  const { onEvents } = ends
  const isWorker = config.roles.has('worker')
  const { feedback, channelMode, limits, admit, staleAfterMs } = config.chat

  const platforms = await createPlatforms({
    ...{ config, admin, store, secrets, budget, log, now, signal },
    platforms: ground.platforms,
    claims: config.shared && claims,
  })
  const channelOf = notingRefusals(spannedChannels(platforms.channelOf), { store, log })
  const [spelledAt, pacer] = [createSpelling(ground.platforms, channelOf), createPacer({ budget, now })]
  const showing = { store, channelOf, pacer, budget, log, now, sleep }
  const owners = createOwnerNotes({ store, admin, channelOf, log })
  const running = createRunning({ store, notices, concerns, log })
  const owed = createOwed({ ...showing, claims, feedback, signal })
  const pay = (turnId: string) => void owed.pay(turnId)
  const approvals = createToolApprovals({
    ...{ store, queue, audit: admin.audit, grants: admin.toolGrants, channelOf, owners, pay, now },
    platforms: ground.platforms,
  })
  const askOwners = createAskingOwners({ store, approvals, admin, owners })
  Object.assign(later, {
    cancel: (eventId) => running.cancel(eventId, 'deleted'),
    channelOf,
    nearBudget: createNearBudgets({ store, admin, owners, onEvents, log }),
    toolChanged: createChangedTools({ audit: admin.audit, owners, log }),
    standingOver: createStandingOver({ store, audit: admin.audit, log }),
    leaveLost: createLostLeave({ owners, log }),
    askOwners,
    withdrawn: approvals.withdrawn,
  } satisfies Later)

  const activities = createActivities({ store, channelOf, signal })
  const handovers = createHandovers({
    ...{ store, queue, audit: admin.audit, channelOf, platforms: ground.platforms, owners, pay, now, log },
    suggest: createSuggest({ store, engine }),
    onChange: metrics.handedOver,
  })
  const { documents, pages, transcriber, find } = answering
  const tellAlone = createPrivateNotes({ store, channelOf, now, log, sleep, signal })
  const chat = createChatDoor({
    tellAlone,
    ...{ ...showing, documents, pages, transcriber, find, activities, feedback },
    onCard: async ({ handover, asksFor }, turn, shown) =>
      handover ? handovers.shown(handover.id, turn, shown) : approvals.cardShown(asksFor!, shown),
    refusals: createRefusals({ store, onChange: metrics.refusing, log, now }),
    onEnd: metrics.delivered,
    maxLength: config.utterance.maxLength,
    capOf: ends.capOf,
  })

  const onPresumedDead = () => direct.giveUp()
  const presence = config.shared ? await createPresence({ claims, leases, holder, onPresumedDead, log }) : alone
  const { isAlive, isSeen } = presence
  const direct = createDirectTurns({
    ...{ store, engine, holder, isAlive, isSeen, notices, now, ...ends },
    queue: ownQueue,
    cancel: running.cancel,
    perUid: config.queue.perUid,
  })
  const doors = { http: direct.open, chat: isWorker ? chat : () => 'elsewhere' as const }
  const wayTo = async (row: InboxRow): Promise<Way | undefined> => {
    if (waitingDoors.includes(row.door)) return direct.wayTo(row)
    if (!isWorker) return () => queue.ring(row.key)
    return async () => log.warn({ door: row.door, key: row.key }, 'a message waits for its platform')
  }
  const turns = createTurns({
    around: spannedTurn,
    store,
    queue,
    leases,
    running,
    doors,
    wayTo,
    answerTurn,
    onGivenUp: pay,
    log,
    now,
  })

  const listening = createListening({ ...showing, claims, spelledAt, channelMode, signal })
  const intake = createIntake({
    ...{ store, channelOf, spelledAt, queue, running, leases, listening, activities, pay, approvals, handovers },
    ...{ channelMode, limits, admit, staleAfterMs, now, log },
    tellAlone,
    lookUp: createLookUp({ store, find }),
    raids: createRaidWatch({ store, admin, owners, limits, now, log }),
    aheadOf: platforms.aheadOf,
    publicUrl: config.env['PUBLIC_URL'],
    onEvents,
  })
  const tryOut = createTryOut({ ...answering.engineParts, drafts: admin.drafts, send: answering.caller.send })
  const replay = createReplay({ ...answering.engineParts, drafts: admin.drafts, admin })
  const { drafts, agents } = admin
  const { configFolder } = config
  const coverage = createCoverage({ ...answering.engineParts, drafts, agents, configFolder })
  const commands = createCommands({
    ...{ now, admin, store, replay, draw: createDrawings({ log }).png },
    decideCall: approvals.decidedByOwner,
    mayCall: answering.caller.mayCall,
    ...tryOut,
    handOver: handovers.handOver,
  })
  const chatCommands = createChatCommands({ ...showing, commands, spelledAt, running, listening, channelMode })
  const unkept = createUnkept({ store, channelOf, isAsked: intake.isAsked, log, now })
  const signingOn = createSigningOn({ store, grants: admin.toolGrants, approvals })
  return {
    inbox: spannedInbox({ ...intake, message: unkept.watching(intake.message), ...signingOn, ...chatCommands }),
    ...{
      platforms,
      pacer,
      owners,
      askOwners,
      running,
      owed,
      handovers,
      presence,
      direct,
      turns,
      listening,
      approvals,
      tryOut,
      replay,
      coverage,
    },
    /** A person's messages cannot be kept for now, and they are told. */
    stuck: unkept.stuck,
  }
}

export type Chatting = Awaited<ReturnType<typeof createChatting>>
