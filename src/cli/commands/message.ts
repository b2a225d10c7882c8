import { atTerminal } from '../../admin/actor.ts'
import { text, usage } from '../../ports/command-line.ts'
import { accountOf, accountOption, agentOf, between, type Command, jsonOption, texts } from '../command.ts'
import { namedPlace } from '../named-place.ts'

/** What a script has an agent say; a program far away does so by `POST /v1/agents/{agent}/messages`. */
export const messageCommands: Command[] = [
  {
    name: 'say',
    summary:
      'Have an agent say something to a person, or in a channel or thread. A server that runs posts it, within half a minute.',
    arguments: [
      { name: 'agent', about: 'The id of the agent.' },
      { name: 'text', about: 'What it says, or with --template values as `name=value`.', many: true, optional: true },
    ],
    options: {
      to: {
        about: 'A uid, a place where the agent is bound, or the id of an earlier message, to go into its thread.',
        value: 'WHOM',
      },
      template: { about: 'A text of the agent, by its name, in place of TEXT.', value: 'NAME' },
      options: { about: 'Buttons below it, with commas between.', value: 'LIST' },
      once: { about: 'Names this message: whoever says it again with the same name says nothing twice.', value: 'KEY' },
      account: accountOption,
      json: jsonOption,
    },
    async run({ admin, platforms, given, answer }) {
      const to = text(given['to'])
      if (to === undefined) throw usage('`parley say` needs --to: a uid, a place or the id of an earlier message.')
      const template = text(given['template'])
      const words = texts(given['text'])
      const options = text(given['options'])?.split(',')
      const body = {
        to: (await namedPlace(to, platforms))?.within[0] ?? to,
        ...(template === undefined ? { text: words.join(' ') } : { template, values: valuesOf(words) }),
        ...(options && { options }),
      }
      const once = text(given['once'])
      const actor = { ...atTerminal, account: accountOf(given), ...(once !== undefined && { nonce: `say:${once}` }) }
      const said = await admin.messages.post(agentOf(given)!, body, actor)
      answer(`${said.id} is ${said.status === 'waiting' ? 'on its way' : said.status}.`, said)
    },
  },
]

function valuesOf(words: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    words.map((word) => {
      const [, name, value] = /^([^=]+)=(.*)$/s.exec(word) ?? []
      if (name === undefined) throw usage(`\`${word.replaceAll(between, ' ')}\` is no value: write name=value.`)
      return [name, value!]
    }),
  )
}
