import { languages, type Texts } from '../../lib/language.ts'
import type { View } from '../../model/view.ts'
import type { Admin } from '../index.ts'
import { type CommandUse, say } from './call.ts'
import type { Family } from './registry.ts'
import { raids as sentences } from './words/index.ts'

/** What an owner is told when a server's rate leaps, and the button that undoes what follows from it. */
export const raids: Family = {
  commands: {},
  acts: { 'raid end': { may: 'owner', run: end } },
}

const noteMs = 86_400_000

async function end(call: CommandUse): Promise<View> {
  const { parts, caller, actor, kept } = call
  const server = String(kept['server'])
  const step = parts.store.raids.endStep(caller.account, server, caller.person)
  const done = await parts.admin.audit.commit(actor, { action: 'raid.end', summary: server }, [step])
  return { text: say(call, done ? sentences.ended : sentences.over) }
}

/** Nobody knows the owner's language, so it is said in both. */
export async function raidNote(
  { offers }: Pick<Admin, 'offers'>,
  of: { account: string; person: string; server: string; name: string; most: number; minutes: number },
): Promise<View> {
  const { account, person, server, name, most, minutes } = of
  const both = (texts: Texts, between = '\n\n') => languages.map((language) => texts[language]).join(between)
  const offer = await offers.make({ account, person, command: 'raid end', values: { server }, ttlMs: noteMs })
  return {
    text: both(sentences.note(name, most, minutes)),
    buttons: [{ offer, label: both(sentences.end, ' · ') }],
  }
}
