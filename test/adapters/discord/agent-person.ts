import { setTimeout as sleep } from 'node:timers/promises'
import type { DiscordSimulator, Interaction } from '../../../console/stand-ins/discord/index.ts'
import type { Component, Message, OptionValue, Submit, Upload } from '../../../console/stand-ins/discord/view.ts'
import { chosenLine } from '../../../src/model/commands.ts'
import { buttonsOf, GENERAL, wordsOf } from './harness.ts'

/** A command of the table as people choose it in Discord. */
export const chosen = (command: string): string => chosenLine(command)

/** What a person writes into a field: a file is sent with its name and text. */
export type Written = string | boolean | { name: string; text: string } | Upload[]

const nameOf = (input: Component): string => String(input['custom_id']).replace('~', '')
const SECTION = /^a:[\w-]+:\d+$/
const SEND = /^a:[\w-]+:send$/

export const uploadOf = ({ name, text }: { name: string; text: string }) => ({
  name,
  type: 'text/plain',
  base64: Buffer.from(text).toString('base64'),
})

/** Somebody who uses `/agent`, as Discord lets them; each resolves with what they then read. */
export function agentPerson(simulator: DiscordSimulator, user: string, channel = GENERAL) {
  let last: string | undefined

  const seen = (): Message[] => simulator.messages(channel, { as: user }).filter(({ ephemeral }) => ephemeral)
  const shown = (): Message | undefined => seen().find(({ id }) => id === last)
  const modal = () => simulator.modal(user)
  const inputs = (): Component[] =>
    (modal()?.components ?? []).flatMap(({ component }) => (component ? [component as Component] : []))

  /** Resolves when it is answered, and nothing is "thinking" any more. */
  async function after(interaction: Interaction): Promise<string> {
    const told = () => simulator.interaction(interaction.id)!
    while (told().state === 'pending') await sleep(2)
    if (told().state === 'failed') throw new Error('The interaction was not answered in time')
    last = told().original ?? last
    while (shown()?.loading) await sleep(2)
    return read()
  }

  function read(): string {
    const open = modal()
    if (!open) {
      const message = shown()
      return message ? wordsOf(message) : ''
    }
    const words = open.components.map((part) => String(part['content'] ?? part['label'] ?? ''))
    return [open.title, ...words].join('\n')
  }

  /** By its label, in a message that was shown before. */
  async function pressIn({ id, components }: Message, label: string): Promise<string> {
    const found = buttonsOf(components).find((one) => one['label'] === label)
    if (!found) throw new Error(`There is no button ${label} in ${JSON.stringify(components)}`)
    return after(simulator.use({ user, channel, message: id, custom_id: String(found['custom_id']) }))
  }

  async function use(custom_id: string): Promise<string> {
    return after(simulator.use({ user, channel, message: last!, custom_id }))
  }

  function filled(input: Component, value: Written): Submit['fields'][string] {
    if (typeof value === 'object') return Array.isArray(value) ? value : [uploadOf(value)]
    if (typeof value === 'boolean') return String(value)
    return input.type === 3 ? (value === '' ? [] : [value]) : value
  }

  /** What stands in the fields of the form that is open, by their names. */
  function fields(): Record<string, Submit['fields'][string]> {
    const values = inputs().map((input): [string, Submit['fields'][string]] => {
      const options = (input['options'] ?? []) as { value: string; default?: boolean }[]
      const chosen = options.filter((option) => option.default).map((option) => option.value)
      const value = { 3: chosen, 19: [], 21: chosen[0]! }[input.type] ?? String(input['value'] ?? '')
      return [nameOf(input), value]
    })
    return Object.fromEntries(values)
  }

  /** Sends the form that is open with what the person changes. */
  async function submit(written: Readonly<Record<string, Written>>): Promise<string> {
    const before = fields()
    const sent = inputs().map((input): [string, Submit['fields'][string]] => {
      const value = written[nameOf(input)]
      return [String(input['custom_id']), value === undefined ? before[nameOf(input)]! : filled(input, value)]
    })
    return after(simulator.submit({ user, fields: Object.fromEntries(sent) }))
  }

  return {
    seen,
    shown,
    /** A message as it is now. */
    again: ({ id }: Message) => seen().find((one) => one.id === id)!,
    modal,
    submit,
    async run(command: string, options: Record<string, OptionValue> = {}) {
      return after(simulator.run({ user, channel, name: chosen(command), options }))
    },
    async why(target: string) {
      return after(simulator.run({ user, channel, name: 'Why this answer?', target }))
    },
    use,
    fields,
    press: (label: string) => pressIn(shown()!, label),
    pressIn,
    /** Fills in the form, section by section where it has several, and sends it. */
    async send(written: Readonly<Record<string, Written>>) {
      if (modal()) return submit(written)
      const ids = buttonsOf(shown()?.components ?? []).map((one) => String(one['custom_id']))
      for (const id of ids.filter((one) => SECTION.test(one))) {
        await use(id)
        if (Object.keys(fields()).some((name) => written[name] !== undefined)) await submit(written)
        else simulator.dismiss(user)
      }
      const send = buttonsOf(shown()?.components ?? []).find((one) => SEND.test(String(one['custom_id'])))
      if (!send) throw new Error(`There is no form: ${JSON.stringify(shown())}`)
      return use(String(send['custom_id']))
    },
    dismiss: () => modal() && simulator.dismiss(user),
  }
}
