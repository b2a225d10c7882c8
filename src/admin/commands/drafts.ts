import { AppError } from '../../lib/errors.ts'
import { moment } from '../../lib/moment.ts'
import { within } from '../../lib/within.ts'
import type { View } from '../../model/view.ts'
import { type AgentCall, button, numberOf, say, typed, undoMs } from './call.ts'
import { changedView, changeLines, patchView, person, warningText } from './changed.ts'
import { type Family, ofAgent } from './registry.ts'
import { answers, general, drafts as sentences } from './words/index.ts'

/** Between what is live and what its admins have in mind. */
export const drafts: Family = {
  commands: {
    diff: ofAgent(diff),
    publish: ofAgent(publishOrShow),
    versions: ofAgent(versions),
    rollback: ofAgent((call) => rollback(call, numberOf(call, 'version'))),
  },
  acts: {
    'draft undo': { may: 'admin', ...ofAgent(undo) },
    'draft publish': { may: 'admin', ...ofAgent((call) => asShown(call, (revision) => publish(call, revision))) },
    'draft discard': { may: 'admin', ...ofAgent((call) => asShown(call, (revision) => discard(call, revision))) },
    'draft settle': { may: 'admin', ...ofAgent(settle) },
    'rollback undo': {
      may: 'admin',
      ...ofAgent((call) => rollback(call, Number(call.kept['to']), Number(call.kept['from']))),
    },
  },
}

async function diff(call: AgentCall): Promise<View> {
  const { parts, agent, actor } = call
  const { patch, view } = await parts.admin.drafts.diff(agent, actor)
  if (!view.draft) return { text: say(call, sentences.noDraft(agent)) }
  const { conflicts, revision } = view
  const shown = { agent, revision }
  const discardIt = await button(call, sentences.discard, 'draft discard', shown, { style: 'danger' })
  if (conflicts.length > 0) {
    const first = conflicts.slice(0, 10)
    const lines = [
      say(call, sentences.conflicts),
      ...first.map(({ path, live, draft }) => say(call, sentences.conflict(path, live, draft))),
      ...(conflicts.length > first.length ? [say(call, general.more(conflicts.length - first.length))] : []),
    ]
    const settling = (take: 'draft' | 'live') => ({ agent, take })
    return {
      text: lines.join('\n'),
      buttons: [
        await button(call, sentences.keepDraft, 'draft settle', settling('draft')),
        await button(call, sentences.takeLive, 'draft settle', settling('live')),
        discardIt,
      ],
    }
  }
  if (patch === '') return { text: say(call, sentences.sameAsLive(agent)), buttons: [discardIt] }
  const { text, file } = patchView(call, agent, patch)
  return {
    text: [
      say(call, sentences.wouldChange(agent, view.version, person(call, view.draft.author))),
      text,
      changeLines(call, view.draft.changes).join('\n'),
      ...(await verdict(call)),
    ].join('\n\n'),
    ...(file && { file }),
    buttons: [await button(call, sentences.publish, 'draft publish', shown, { style: 'primary' }), discardIt],
  }
}

/** Whoever looks at a draft waits. */
const patienceMs = 3000
const verdictDays = 7

/** What people have asked, and would be answered otherwise by it. Nothing where nobody has asked, or it takes long. */
async function verdict(call: AgentCall): Promise<string[]> {
  const { actor, agent, parts } = call
  const running = parts.replay({ actor, agent, against: 'draft', days: verdictDays, asks: false, countsOnly: true })
  const ran = await within(patienceMs, running, () => new Error('it takes too long')).catch(() => undefined)
  const all = ran && Object.values(ran.counts).reduce((sum, n) => sum + n, 0)
  if (!ran || !all) return []
  const failed = ran.tests.filter(({ end }) => end === 'different').length
  const lines = [
    say(call, answers.replayed(ran.counts)),
    ...(ran.tests.length > 0 ? [say(call, answers.replayedTests(ran.tests.length, failed))] : []),
  ]
  return [say(call, sentences.verdict(verdictDays, lines.join(' '), typed(call, 'replay')))]
}

/** Does what a button offered, unless the draft is another by now than the one it was shown with: then that is shown. */
async function asShown(call: AgentCall, act: (revision: string) => Promise<View>): Promise<View> {
  const { actor, kept, parts } = call
  try {
    return await act(String(kept['revision']))
  } catch (error) {
    const isOvertaken = error instanceof AppError && error.code === 'changed_since'
    // It may have been the twin of this very press.
    if (!isOvertaken || (await parts.admin.audit.find(actor.account, actor.nonce))) throw error
    const view = await diff(call)
    return { ...view, text: `${say(call, sentences.overtaken)}\n\n${view.text}` }
  }
}

/** What others have changed too, or somebody earlier, is shown before it goes live. */
async function publishOrShow(call: AgentCall): Promise<View> {
  const view = await call.parts.admin.drafts.get(call.agent, call.actor)
  const { changes = [] } = view?.draft ?? {}
  const isOwn = changes.length <= 1 && changes.every(({ author }) => author === call.caller.person)
  if (isOwn) return publish(call)
  const all = await diff(call)
  const it = { agent: call.agent, revision: view!.revision }
  // Where there are conflicts, or nothing to publish, that is what it says.
  if (!all.buttons?.some(({ style }) => style === 'primary')) return all
  return { ...all, buttons: [await button(call, sentences.publish, 'draft publish', it, { style: 'danger' })] }
}

async function publish(call: AgentCall, revision?: string): Promise<View> {
  const { parts, agent, actor } = call
  let published: Awaited<ReturnType<typeof parts.admin.drafts.publish>>
  try {
    published = await parts.admin.drafts.publish(agent, actor, revision)
  } catch (error) {
    // What is in the way can be settled by the same view that shows it.
    if (error instanceof AppError && error.code === 'draft_conflicts') return diff(call)
    throw error
  }
  const { version, former, patch, webhookSecrets = [], warnings } = published
  const { text, file } = patchView(call, agent, patch)
  const secrets = webhookSecrets.map(({ name, secret }) => `${say(call, sentences.secret(name))}\n\`${secret}\``)
  return {
    text: [
      say(call, sentences.published(agent, version)),
      ...secrets,
      ...(patch === '' ? [] : [text]),
      ...warningText(call, warnings),
    ].join('\n\n'),
    ...(file && { file }),
    buttons: [await undoOf(call, former, version)],
    ...(secrets.length > 0 && { isSecret: true }),
  }
}

async function rollback(call: AgentCall, to: number, from?: number): Promise<View> {
  const { parts, agent, actor } = call
  const { version, former, patch } = await parts.admin.drafts.rollback(agent, to, actor, from)
  const { text, file } = patchView(call, agent, patch)
  const told = say(call, sentences.rolledBack(agent, to, version))
  return {
    text: patch === '' ? told : `${told}\n\n${text}`,
    ...(file && { file }),
    buttons: [await undoOf(call, former, version)],
  }
}

/** Takes back what made `version` live, while it still is. */
function undoOf(call: AgentCall, former: number, version: number) {
  const { agent } = call
  return button(call, sentences.undo, 'rollback undo', { agent, to: former, from: version }, { ttlMs: undoMs })
}

const maxVersions = 15

async function versions(call: AgentCall): Promise<View> {
  const { parts, agent, actor } = call
  const all = await parts.admin.drafts.versions(agent, actor)
  const { version: live } = await parts.admin.agents.get(agent, actor)
  const lines = all.slice(0, maxVersions).map(({ version, author, createdAt }) => {
    return `- **${version}** ${moment(createdAt)}, ${say(call, sentences.byWhom(person(call, author)))}${version === live ? ` ← ${say(call, sentences.live)}` : ''}`
  })
  const rest = all.length - lines.length
  const former = all.find(({ version }) => version < live)?.version
  return {
    text: [
      say(call, sentences.versions(agent)),
      ...lines,
      ...(rest > 0 ? [say(call, general.more(rest))] : []),
      ...(former === undefined
        ? []
        : [say(call, sentences.toRollBack(typed(call, `rollback ${former} --agent ${agent}`)))]),
    ].join('\n'),
  }
}

async function undo(call: AgentCall): Promise<View> {
  const changed = await call.parts.admin.drafts.undo(call.agent, String(call.kept['revision']), call.actor)
  return changedView(call, changed, sentences.undone, true)
}

async function discard(call: AgentCall, revision: string): Promise<View> {
  await call.parts.admin.drafts.discard(call.agent, call.actor, revision)
  return { text: say(call, sentences.discarded(call.agent)) }
}

async function settle(call: AgentCall): Promise<View> {
  const take = call.kept['take'] === 'live' ? 'live' : 'draft'
  await call.parts.admin.drafts.settle(call.agent, take, call.actor)
  const view = await diff(call)
  return { ...view, text: `${say(call, sentences.settled)} ${view.text}` }
}
