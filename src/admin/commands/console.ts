import type { View } from '../../model/view.ts'
import { type CommandUse, say } from './call.ts'
import type { Family } from './registry.ts'
import { consoleLink as sentences } from './words/index.ts'

/** The console in the browser, by an address for whoever asks alone. */
export const consoleLink: Family = { commands: { console: { run: link } } }

async function link(call: CommandUse): Promise<View> {
  const { account, person } = call.caller
  const { console } = call.parts.admin
  const address = await console.link(account, person)
  const text = [say(call, sentences.open(address)), ...(console.isLocal ? [say(call, sentences.isLocal)] : [])]
  return { text: text.join('\n\n'), isSecret: true }
}
