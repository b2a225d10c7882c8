import type { MessageRef } from '../model/message.ts'
import { readAnswer } from '../turns/show.ts'
import { filesBehind, lostOf } from './answer-files.ts'
import type { ChatContext } from './context.ts'
import { emptiedSteps } from './handover/emptied.ts'
import type { OwedParts, OwingTurn } from './owing.ts'
import { paced } from './paced.ts'
import { answerPart, answerText, partAs } from './parts.ts'
import { split } from './split.ts'

/** How often a revision is followed that is revised meanwhile. */
const most = 10

/**
 * Shows what an answer says since it was changed, in the messages it has: what does not fit into them is cut. False when that could
 * not be done yet.
 */
export function createRevision(parts: OwedParts) {
  const { store, channelOf, log, feedback } = parts

  async function show(turn: OwingTurn, signal: AbortSignal): Promise<boolean> {
    const answer = readAnswer(turn)
    if (!answer) return true
    const context: ChatContext = JSON.parse(turn.context)
    const channel = channelOf(context)
    // It is yet to be shown as it was: whoever shows it is at work.
    if (!channel || turn.status !== 'delivered') return false
    const limits = channel.limits(context.replyTo)
    const shown = (await store.turns.parts(turn.id)).flatMap(({ ref }) => (ref === null ? [] : [ref as MessageRef]))
    const text = answerText(answer, context.language)
    // What came behind it stays as it is.
    const behind = filesBehind(answer, text, channel.attach !== undefined).length + lostOf(answer).length
    const refs = shown.slice(0, Math.max(1, shown.length - behind))
    const texts = split(text, limits.text, { closed: true })
    let isDone = true
    for (const [n, ref] of refs.entries()) {
      const isLast = n === refs.length - 1
      const text = texts[n] ?? '…'
      const options = { feedback, labels: channel.labels ?? false }
      const part = isLast ? answerPart(text, turn.id, answer, context, options) : partAs(text, context)
      const outcome = await paced(parts, limits.cost.edit, () => channel.edit(ref, part, signal), signal)
      if ('refused' in outcome) log.warn({ turn: turn.id, refusal: outcome.refused }, 'a change was not shown')
      isDone &&= 'ok' in outcome || 'refused' in outcome
    }
    return isDone
  }

  /** Whoever changed it may have had it from before its files were let go. */
  async function emptied({ id, context: kept }: OwingTurn): Promise<void> {
    const context: ChatContext = JSON.parse(kept)
    const channel = channelOf(context)
    const steps = channel ? await emptiedSteps({ store, channel }, id, context) : []
    if (steps.length > 0) await store.db.batch(steps)
  }

  return async function revision(turn: OwingTurn, signal: AbortSignal): Promise<boolean> {
    let latest: OwingTurn = turn
    for (let times = 0; times < most; times++) {
      if (!(await show(latest, signal))) return false
      if (await store.turns.revisionShown(latest.id, latest.answer)) {
        await emptied(latest)
        return true
      }
      const next = await store.turns.byId(latest.id)
      if (next?.owed !== 'revision' || next.context === null) return true
      latest = { ...next, context: next.context }
    }
    return false
  }
}
