import { createHash, randomUUID } from 'node:crypto'
import { canonicalJson } from '../../lib/canonical-json.ts'
import { quotedLines } from '../../lib/quoting.ts'
import type { Approve } from '../../model/scenario.ts'
import { type AskedCall, stepOf, usualExpiry } from '../../model/tools.ts'
import type { AnswerDraft } from '../draft.ts'
import { wouldHide } from '../masking/index.ts'
import { approvalOptions } from '../tools/ask.ts'
import { sentences } from '../words/index.ts'
import { joined } from './between.ts'
import { milliseconds } from './duration.ts'
import { inLanguage } from './language.ts'
import type { RunningScenario } from './running.ts'
import { show } from './show.ts'

/** Longer than this nobody reads before they agree. */
const maxWhat = 1500

/** What would be done, in words, as things stand. It is the same text until they change. */
export function whatOf(draft: AnswerDraft, { language }: RunningScenario, { what }: Approve): string {
  const said = inLanguage(what, draft.request.locale, language)
  return show(draft, {}, language, typeof said === 'string' ? said : said[0]!).text
}

/** Asks for somebody's word; or why nobody can give it. */
export async function askFor(
  draft: AnswerDraft,
  running: RunningScenario,
  approve: Approve,
  hasOwner: (() => Promise<boolean>) | undefined,
): Promise<AskedCall | { why: string }> {
  const { request, agent, now } = draft
  const { by, expires = usualExpiry } = approve
  const { language } = running
  if (!request.mayAsk || request.uid === undefined || draft.effects.asks) return { why: sentences.stepNobody[language] }
  if (by === 'owner' && hasOwner && !(await hasOwner())) return { why: sentences.stepNoOwner[language] }
  const what = whatOf(draft, running, approve)
  // Whoever agrees is to see exactly what they agree to.
  if (wouldHide(what, draft)) return { why: sentences.stepHidden[language] }
  if (what.length > maxWhat) return { why: sentences.stepLong[language] }
  const tool = `${running.scenario.id}/${running.node}`
  const { version } = running.agent
  const whole = { agent: agent.id, version, tool, what, uid: request.uid }
  return {
    id: randomUUID(),
    ...{ version, tool, arguments: JSON.stringify({ what }), rounds: '' },
    hash: createHash('sha256').update(canonicalJson(whole)).digest('hex'),
    asks: by === 'asker' ? 'ask' : by === 'owner' ? 'ask owner' : 'ask channel',
    ...(typeof by === 'object' && { approvers: by }),
    expiresAt: now() + milliseconds(expires),
  }
}

/** What is read while somebody's word is waited for; buttons only where it is asked for. */
export function approveText(
  draft: AnswerDraft,
  { language, run }: RunningScenario,
  said: string,
): { text: string; options: string[] } {
  const { asks } = draft.effects
  if (asks?.id !== run.approval) return { text: joined([said, sentences.stepWaits[language]]), options: [] }
  const ends = { ask: sentences.askQuestion, 'ask owner': sentences.askOwners, 'ask channel': sentences.askOthers }
  // A step asks nobody for leave at a server.
  const by = asks!.asks as keyof typeof ends
  return {
    text: joined([said, quotedLines(stepOf(asks!)!), ends[by][language]]),
    options: by === 'ask channel' ? [] : stepOptions(language),
  }
}

const stepOptions = (language: RunningScenario['language']): string[] => {
  const [approve, , deny] = approvalOptions({ asks: 'ask' }, language)
  return [approve!, deny!]
}
