import { readOrderKey } from '../model/key.ts'
import type { Control } from '../model/message.ts'
import type { WaitingThere } from '../store/gone-places.ts'
import type { Store } from '../store/index.ts'
import type { RunningTurns } from '../turns/running.ts'
import { mayRetry } from '../turns/show.ts'
import type { WaitingMessage } from './context.ts'
import type { Handovers } from './handover/index.ts'
import type { ToolApprovals } from './tool-approvals.ts'

export interface ChangesParts {
  store: Store
  running: Pick<RunningTurns, 'cancel'>
  /** Shows what a turn's messages owe; not waited for. */
  pay(turnId: string): void
  handovers: Pick<Handovers, 'reworded' | 'placeGone'>
  approvals: Pick<ToolApprovals, 'withdrawn'>
}

type Edited = Extract<Control, { kind: 'edited' }>
type Deleted = Extract<Control, { kind: 'deleted' }>
type PlaceLeft = Extract<Control, { kind: 'placeLeft' }>
type PlaceGone = Extract<Control, { kind: 'placeGone' }>
type PeopleLeft = Extract<Control, { kind: 'peopleLeft' }>

/** What people change of what they have said, wherever it was kept, and whether it was answered or not. */
export function createChanges({ store, running, pay, handovers, approvals }: ChangesParts) {
  /** Of an event that nothing more is done for: what it left behind goes, and its answer is owed to be taken away. */
  async function forget(eventId: string): Promise<void> {
    for (const { id, key, status, interrupted } of await store.turns.ofEvent(eventId)) {
      // Whoever is at work on it takes back what it has shown.
      if (status !== 'delivered') continue
      const asked = await store.toolApprovals.askedBy(key, id)
      await store.db.batch([
        ...asked.map((one) => store.toolApprovals.withdrawStep(one)),
        store.exchanges.forgetStep(key, eventId),
        store.lasting.forgetEventStep(key, eventId),
        ...store.turns.forgetSteps(id),
        store.turns.owesRemovalStep(id),
        store.inbox.emptyStep(eventId),
      ])
      pay(id)
      await approvals.withdrawn(asked)
      // Retry asked the same words again.
      if (!mayRetry(interrupted)) continue
      await running.cancel(`press:${id}`, 'deleted')
      await forget(`press:${id}`)
    }
  }

  /** It was never said: nobody quotes or remembers it, and its answer goes too. */
  async function deleted({ eventId, platform }: Deleted): Promise<void> {
    // What is told on several ways may come in another order than it happened.
    if (!(await store.inbox.bury(eventId, platform))) await running.cancel(eventId, 'deleted')
    await store.said.remove(eventId)
    await store.db.batch(store.conversationFiles.forgetMessageSteps(eventId))
    await forget(eventId)
  }

  /** What is to come there by itself does not, and nobody is asked about calls any more. */
  async function putAway({ timers, asked }: Pick<WaitingThere, 'timers' | 'asked'>): Promise<void> {
    const steps = [
      ...timers.map(({ key, id }) => store.timers.removeOwnStep(key, id)),
      ...asked.map(({ id }) => store.toolApprovals.withdrawStep(id)),
    ]
    if (steps.length > 0) await store.db.batch(steps)
    await approvals.withdrawn(asked.map(({ id }) => id))
  }

  /** The last first, so that none begins because the one before it was ended. */
  async function endAll(open: WaitingThere['open']): Promise<void> {
    for (const { event_id } of open.toReversed()) await running.cancel(event_id, 'deleted')
  }

  async function isAmong(uids: readonly string[], key: string): Promise<boolean> {
    const { account, uid } = readOrderKey(key)
    const people = await Promise.all(uids.map((one) => store.personLinks.personOf(account, one)))
    return people.includes(uid)
  }

  return {
    /** It is what it now says: to whoever answers it yet, to those who quote it, and in the memory of who said it. */
    async edited({ eventId, text, named }: Edited): Promise<void> {
      await store.said.edit(eventId, text)
      const row = await store.inbox.byEvent(eventId)
      if (row?.payload) {
        const message: WaitingMessage = { ...JSON.parse(row.payload), text, ...(named && { named }) }
        await store.inbox.replacePayload(eventId, JSON.stringify(message), text)
      }
      for (const { key } of await store.turns.ofEvent(eventId)) {
        await store.exchanges.reword(key, eventId, text)
        // What was noted of it was noted of other words.
        await store.db.batch([store.lasting.forgetEventStep(key, eventId)])
      }
      await handovers.reworded(eventId, text)
    },

    /** All that was said there was never said: what waits ends, and what was kept of it is forgotten. */
    async placeGone({ place, platform }: PlaceGone): Promise<void> {
      await handovers.placeGone(place)
      await putAway(await store.gonePlaces.waitingIn(place))
      const events = await store.gonePlaces.eventsIn(place)
      await store.db.batch(store.gonePlaces.forgetSteps(place))
      // The last first, so that none begins because the one before it was ended.
      for (const eventId of events.reverse()) await deleted({ kind: 'deleted', eventId, platform })
    },

    /** The app is not there any more: what waits ends, and nobody listens. */
    async placeLeft({ place }: PlaceLeft): Promise<void> {
      await handovers.placeGone(place)
      await store.db.batch([store.gonePlaces.leaveStep(place)])
      const { open, timers, asked } = await store.gonePlaces.waitingIn(place)
      await putAway({ timers: timers.filter(isNoSchedule), asked })
      await endAll(open)
    },

    /** What waits for them there ends. What was said stays as long as it is kept anyway, and so does what an admin has set. */
    async peopleLeft({ place, uids }: PeopleLeft): Promise<void> {
      const waiting = await store.gonePlaces.waitingIn(place)
      const theirs = async <Row extends { key: string }>(rows: readonly Row[]): Promise<Row[]> => {
        const isOfThem = await Promise.all(rows.map(({ key }) => isAmong(uids, key)))
        return rows.filter((_, i) => isOfThem[i])
      }
      const [open, timers, asked] = await Promise.all([
        theirs(waiting.open),
        theirs(waiting.timers),
        theirs(waiting.asked),
      ])
      await putAway({ timers: timers.filter(isNoSchedule), asked })
      await endAll(open)
    },

    deleted,
  }
}

/** An admin has set a schedule for the place and whoever is there, and takes it back. */
const isNoSchedule = ({ kind }: WaitingThere['timers'][number]): boolean => kind !== 'ask'
