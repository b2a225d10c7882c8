import { AppError } from '../../lib/errors.ts'
import { revived } from '../../lib/moment.ts'
import { plain } from '../../lib/quoting.ts'
import type { View } from '../../model/view.ts'
import { type TracedTurn, traces } from '../../store/traces.ts'
import type { Answered } from '../replay.ts'
import { story, storyOf } from '../story.ts'
import { type AgentCall, type CommandUse, numberOf, say, textOf } from './call.ts'
import { type Family, ofAgent } from './registry.ts'
import { administers, agentOf } from './rights.ts'
import { answers as sentences } from './words/index.ts'

/** What an agent would say, and why it said what it said. */
export const answers: Family = {
  commands: {
    test: ofAgent(test),
    replay: ofAgent(replay),
    why: { run: why },
  },
}

const maxShown = 1500

async function test(call: AgentCall): Promise<View> {
  const { parts, agent, caller, actor } = call
  const { account, person } = caller
  const isDraft = (await parts.admin.drafts.get(agent, actor)) !== undefined
  const utterance = textOf(call, 'utterance')!
  const { answer: said, trace, uncalled, by } = await parts.test({ account, agent, person, utterance })
  const { utterance: text, options } = said
  const isLong = text.length > maxShown
  const answer = isLong ? `${text.slice(0, maxShown).toWellFormed()}…` : text || say(call, sentences.nothingSaid)
  return {
    text: [
      `**${say(call, isDraft ? sentences.fromDraft(agent) : sentences.fromLive(agent))}**`,
      answer.replaceAll(/^/gm, '> '),
      ...(options.length > 0
        ? [`${say(call, sentences.options)}: ${options.map((option) => plain(option)).join(' | ')}`]
        : []),
      `**${say(call, sentences.why)}**\n${bullets(storyOf(trace, call.language))}`,
      ...(uncalled.length > 0 ? [say(call, sentences.uncalled(uncalled))] : []),
      [say(call, sentences.untouched), ...(by ? [say(call, sentences.answeredBy[by])] : [])].join(' '),
    ].join('\n\n'),
    ...(isLong && { file: { name: 'answer.md', text } }),
  }
}

/** What people said, run again on the draft: what would be answered differently. */
async function replay(call: AgentCall): Promise<View> {
  const { parts, agent, actor } = call
  const days = call.values['days'] === undefined ? usualDays : numberOf(call, 'days')
  if (days <= 0 || days > mostDays) throw new AppError('invalid_value', sentences.replayDays(mostDays))
  const ran = await parts.replay({ actor, agent, against: 'draft', days, asks: false })
  const different = ran.turns.filter(({ end }) => end === 'different')
  const failed = ran.tests.filter(({ end }) => end === 'different')
  const shown = different.slice(0, maxDifferent).map(({ said, before, now }) => pair(call, said, before.text, now))
  const tests = failed.slice(0, maxDifferent).map(({ said, says, now }) => pair(call, said, says, now))
  const { url, isLocal } = parts.admin.console
  const link = url !== undefined && !isLocal ? [`[${say(call, sentences.inConsole)}](${url}/console/replay)`] : []
  return {
    text: [
      `**${say(call, ran.isDraft ? sentences.replayedDraft(agent, days) : sentences.replayedLive(agent, days))}**`,
      say(call, sentences.replayed(ran.counts)),
      ...shown,
      ...(different.length > maxDifferent ? [say(call, sentences.moreDifferent(different.length - maxDifferent))] : []),
      ...(ran.tests.length > 0 ? [say(call, sentences.replayedTests(ran.tests.length, failed.length))] : []),
      ...tests,
      ...(ran.isCut ? [say(call, sentences.replayCut)] : []),
      ...link,
      say(call, sentences.unheard),
    ].join('\n\n'),
  }
}

const usualDays = 7
const mostDays = 400
const maxDifferent = 5

function pair(call: AgentCall, said: string, before: string, now: Answered | undefined): string {
  const after = now?.source === 'model' && now.text === '' ? say(call, sentences.byModel) : (now?.text ?? '')
  const line = (text: string) => plain(text.replace(/\s+/g, ' ').trim() || say(call, sentences.nothingSaid), 300)
  return `> ${line(said)}\n- ${say(call, sentences.before)}: ${line(before)}\n- ${say(call, sentences.now)}: ${line(after)}`
}

/** Of the message it is about, else of the turn that was named, else of the caller's last one here. */
async function why(call: CommandUse): Promise<View> {
  const { parts, caller, standing, about } = call
  const told = traces(parts.store.db)
  const id = about ?? textOf(call, 'turn')
  const turn = id === undefined ? await lastOf(call) : await told.byId(id)
  if (!turn || turn.account !== caller.account) {
    throw new AppError('turn_not_found', id === undefined ? sentences.noTurn : sentences.notAnswer, { status: 404 })
  }
  const isOwn = turn.uid === (await parts.store.personLinks.personOf(caller.account, caller.person))
  if (!isOwn && !administers(standing, turn.agent)) throw new AppError('forbidden', sentences.notYours, { status: 403 })
  const [head, ...lines] = story(turn, await told.said(turn), call.language)
  const { url, isLocal } = parts.admin.console
  const isShown = url !== undefined && !isLocal && administers(standing, turn.agent)
  const link = isShown ? `\n\n[${say(call, sentences.inConsole)}](${url}/console/conversations/${turn.id})` : ''
  return { text: `${revived(plain(head!, 300))}\n${bullets(lines)}${link}` }
}

async function lastOf(call: CommandUse): Promise<TracedTurn | undefined> {
  const { parts, caller, standing, place } = call
  const { account } = caller
  const uid = await parts.store.personLinks.personOf(account, caller.person)
  const agent = await agentOf(parts, caller, standing, undefined, place).catch((error: unknown) => {
    if (error instanceof AppError) return undefined
    throw error
  })
  if (agent === undefined) return undefined
  const told = traces(parts.store.db)
  const of = { account, agent, uid, said: true }
  const [here] = await told.last({ ...of, conversation: place?.conversation }, 1)
  return here ?? (await told.last(of, 1))[0]
}

const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${plain(line, 500)}`).join('\n')
