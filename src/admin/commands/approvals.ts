import { languages, type Texts } from '../../lib/language.ts'
import { quotedLines, visible } from '../../lib/quoting.ts'
import { stepOf } from '../../model/tools.ts'
import type { View } from '../../model/view.ts'
import type { ToolApprovalRow } from '../../store/tool-approvals.ts'
import type { Admin } from '../index.ts'
import { type CommandUse, say } from './call.ts'
import type { Family } from './registry.ts'
import { approvals as sentences } from './words/index.ts'

/** What an owner decides about a call of a tool that somebody else wants, wherever that is. */
export const approvals: Family = {
  commands: {},
  acts: { 'tool decide': { may: 'owner', run: decide } },
}

async function decide(call: CommandUse): Promise<View> {
  const { id, state } = call.kept as { id: string; state: 'approved' | 'denied' }
  const { account, person, door } = call.caller
  const ended = await call.parts.decideCall({ id, account, state, by: { uid: person, door } })
  return { text: say(call, ended === 'decided' ? sentences[state] : sentences[ended]) }
}

const noteMs = 30 * 86_400_000
/** A view holds 4,000 characters. */
const maxArguments = 3000

/** What an owner is asked. Nobody knows their language, so it is said in all of them. */
export async function ownersQuestion(
  { offers }: Pick<Admin, 'offers'>,
  of: {
    account: string
    agent: string
    asker: string
    person: string
    call: Pick<ToolApprovalRow, 'id' | 'tool' | 'arguments' | 'rounds'>
  },
): Promise<View> {
  const { account, agent, asker, person, call } = of
  const both = (texts: Texts, between: string) => languages.map((language) => texts[language]).join(between)
  const offer = (state: string) =>
    offers.make({ account, person, command: 'tool decide', values: { id: call.id, state }, ttlMs: noteMs })
  const what = stepOf(call)
  const shownCall = `\`\`\`json\n${shownArguments(call.arguments)}\n\`\`\``
  const ofTool = `${both(sentences.question(asker, agent, call.tool), '\n\n')}\n\n${shownCall}`
  return {
    text: what === undefined ? ofTool : `${both(sentences.stepQuestion(asker, agent), '\n\n')}\n\n${quotedLines(what)}`,
    buttons: [
      { offer: await offer('approved'), label: both(sentences.approve, ' · '), style: 'primary' },
      { offer: await offer('denied'), label: both(sentences.deny, ' · ') },
    ],
  }
}

/** Exactly, and whole: they were bounded before anybody was asked. */
function shownArguments(json: string): string {
  const lines = JSON.stringify(JSON.parse(json), undefined, 2)
  return visible(lines.length > maxArguments ? json : lines)
}
