import { expect } from 'vitest'
import type { SlackSimulator } from '../../../console/stand-ins/slack/index.ts'
import type { Message } from '../../../console/stand-ins/slack/view.ts'

type Element = { type: string; action_id: string; text?: { text: string }; options?: { value: string }[] }
type Block = {
  type: string
  block_id: string
  text?: string | { text: string }
  elements?: Element[]
  element?: Element
}

/** What a person writes into a field: a file is sent with its name and text. */
export type Written = string | boolean | { name: string; text: string }

/** Somebody who uses `/agent`, or what it is called there, in a channel, as Slack lets them; each resolves with what they then read. */
export function agentPerson(simulator: SlackSimulator, user: string, channel = 'C0GENERAL', command = '/agent') {
  const seen = (): Message[] =>
    simulator.messages(channel, { as: user }).filter((message) => message.ephemeral_to === user)
  const views = () => simulator.views.filter((view) => view.user === user)
  const heard = (): string => JSON.stringify(seen().map(({ ts, blocks, text }) => [ts, blocks, text]))
  const read = (): string => JSON.stringify([heard(), views()])

  function shown(): string {
    const view = views().at(-1)
    return view ? textOf(view.blocks as Block[]) : textOf(blocksOf(seen().at(-1)))
  }

  async function after(act: () => Promise<unknown>): Promise<string> {
    const before = read()
    await act()
    await expect.poll(read, { interval: 2 }).not.toBe(before)
    return shown()
  }

  return {
    seen,
    say: (text: string) => after(() => simulator.command({ user, channel, command, text })),
    async press(label: string) {
      for (const message of seen().toReversed()) {
        for (const { block_id, elements = [] } of blocksOf(message)) {
          const found = elements.find(({ text }) => text?.text === label)
          if (!found) continue
          const pressed = { user, channel, ts: message.ts, block_id, action_id: found.action_id }
          return after(() => simulator.press(pressed))
        }
      }
      throw new Error(`There is no button ${label} in ${seen().map((message) => textOf(blocksOf(message)))}`)
    },
    hasForm: () => views().length > 0,
    /** Goes on to the fields that the form leaves out. */
    async more() {
      const view = views().at(-1)!
      const { block_id, elements } = (view.blocks as Block[]).find(({ type }) => type === 'actions')!
      return after(() => simulator.pressIn({ user, view: view.id, block_id, action_id: elements![0]!.action_id }))
    },
    close: () => after(() => simulator.close({ user, view: views().at(-1)!.id })),
    /** Sends the form that is open; what is wrong with it is read as well. */
    async send(written: Readonly<Record<string, Written>>) {
      const open = views()
      const view = open.at(-1)
      if (!view) throw new Error(`There is no form: ${textOf(blocksOf(seen().at(-1)))}`)
      const fields = (view.blocks as Block[]).filter(({ type }) => type === 'input')
      const values: Record<string, Record<string, unknown>> = {}
      for (const [name, value] of Object.entries(written)) {
        const field = fields.find(({ block_id }) => block_id.split('~')[0] === name)
        if (!field) throw new Error(`The form has no field ${name}`)
        values[field.block_id] = { [field.element!.action_id]: await stateOf(field, value, view.id) }
      }
      const before = heard()
      const answer = await simulator.submit({ user, view: view.id, values })
      const { errors } = (answer ?? {}) as { errors?: Record<string, string> }
      if (errors) return Object.values(errors).join('\n')
      // What comes once the form is closed comes a little later.
      if (views().length === open.length) return shown()
      await expect.poll(heard, { interval: 2 }).not.toBe(before)
      return textOf(blocksOf(seen().at(-1)))
    },
  }

  async function stateOf({ block_id, element }: Block, value: Written, view: string): Promise<unknown> {
    if (typeof value === 'object') {
      const { name, text } = value
      const sent = { user, name, mimetype: 'text/plain', base64: Buffer.from(text).toString('base64') }
      return { files: [{ id: simulator.upload(sent).id }] }
    }
    if (typeof value === 'boolean') return { selected_options: value ? element!.options : [] }
    if (element!.type === 'plain_text_input') return { value }
    if (element!.type === 'external_select') {
      const typed = { user, view, block_id, action_id: element!.action_id, value }
      const { options } = await simulator.suggest(typed)
      return { selected_option: options.find((option) => option['value'] === `=${value}`) }
    }
    return { selected_option: { value: `=${value}` } }
  }
}

const blocksOf = (message: Message | undefined): Block[] =>
  (message?.blocks as Block[] | undefined) ?? [{ type: 'section', block_id: '', text: message?.text ?? '' }]

function textOf(blocks: Block[]): string {
  return blocks
    .flatMap(({ text, elements = [] }) => [text, ...elements.map((element) => element.text)])
    .map((text) => (typeof text === 'object' ? text.text : (text ?? '')))
    .join('\n')
}
