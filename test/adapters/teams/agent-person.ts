import { expect } from 'vitest'
import type { TeamsSimulator } from '../../../console/stand-ins/teams/index.ts'
import { personalChat } from '../../../console/stand-ins/teams/settings.ts'
import type { Message } from '../../../console/stand-ins/teams/view.ts'
import { GENERAL } from './harness.ts'

type Json = Record<string, unknown>

export interface Spoken {
  text: string
  mentions: string[]
}

/** Somebody who uses `/agent` in a channel, as Teams lets them; each resolves with what they then read. */
export function agentPerson(simulator: TeamsSimulator, user: string) {
  const direct = personalChat(user)
  const inChannel = (): Message[] =>
    simulator
      .messages(GENERAL, { as: user })
      .filter(({ author, targeted_to }) => author.bot && targeted_to !== undefined)
  const inDirect = (): Message[] => simulator.messages(direct, { as: user }).filter(({ author }) => author.bot)
  const byTime = (a: Message, b: Message) => Number(a.id) - Number(b.id)
  const seen = (): Message[] => [...inChannel(), ...inDirect()].toSorted(byTime)
  const dialog = () => simulator.dialog(user)
  const read = (): string => JSON.stringify([seen(), dialog()])
  const texts = (): string[] => seen().map(messageText)

  /** An answer may be several messages: all that is new is read, or has become another. */
  function newSince(before: readonly string[]): string {
    const old = new Set(before)
    const fresh = texts().filter((text) => !old.has(text))
    return textOf(dialog()?.card) || (fresh.length > 0 ? fresh.join('\n') : (texts().at(-1) ?? ''))
  }

  async function after(act: () => unknown): Promise<string> {
    const [before, heard] = [read(), texts()]
    await act()
    await expect.poll(read, { interval: 2 }).not.toBe(before)
    await settled()
    return newSince(heard)
  }

  /** What was only announced is waited for: an answer that takes long, and the files that follow one. */
  async function settled(): Promise<void> {
    await simulator.idle()
    await expect.poll(stillToCome, { interval: 2 }).toEqual([])
  }

  function stillToCome(): string[] {
    const all = texts()
    const announced = all.flatMap((text) => [...text.matchAll(/`([^`\n]+)` follows\./g)].map(([, name]) => name!))
    const pictures = seen().flatMap(({ attachments }) => attachments.flatMap((one) => ('name' in one ? one.name : [])))
    const come = [...pictures, ...all.flatMap((text) => /^`([^`\n]+)`\n\n`{3}/.exec(text)?.[1] ?? [])]
    for (const name of come) if (announced.includes(name)) announced.splice(announced.indexOf(name), 1)
    return [...announced, ...all.filter((text) => text.includes('Working on it…'))]
  }

  async function press(label: string, message = found(label)): Promise<string> {
    const { id, conversation } = message
    return after(() => simulator.press({ user, conversation, message: id, action: label }))
  }

  function found(label: string): Message {
    const message = seen().findLast((one) => actionsOf(cardOf(one)).includes(label))
    if (!message) throw new Error(`There is no button ${label} in ${seen().map(messageText)}`)
    return message
  }

  /** What stands in the fields goes along with whichever button of the form. */
  async function submit(written: Readonly<Record<string, string | boolean>>, button: number): Promise<string> {
    if (!dialog()) await press('Open the form')
    const { card } = dialog()!
    const action = (card!['actions'] as Json[])[button]!
    const inputs = Object.fromEntries(
      Object.entries(written).map(([name, value]) => [`f_${name}`, inputOf(card!, `f_${name}`, value)]),
    )
    return after(() => simulator.submit({ user, action, inputs }))
  }

  return {
    seen,
    dialog,
    /** Goes on to the fields that the form leaves out. */
    more: (written: Readonly<Record<string, string | boolean>>) => submit(written, 1),
    press,
    dismiss: () => simulator.dismiss(user),
    /** As from the slash menu of a channel. */
    say: ({ text, mentions }: Spoken) =>
      after(() => simulator.say({ user, conversation: GENERAL, text: `/agent ${text}`, mentions, targeted: true })),
    /** With what can be attached there alone. */
    sayInPrivate: (text: string, file?: { name: string; text: string }) =>
      after(() =>
        simulator.say({
          user,
          conversation: direct,
          text,
          ...(file && {
            files: [{ name: file.name, type: 'text/plain', base64: Buffer.from(file.text).toString('base64') }],
          }),
        }),
      ),
    /** Fills in the form that is open, or that a button opens, and sends it; what is wrong with it is read as well. */
    async send(written: Readonly<Record<string, string | boolean>>): Promise<string> {
      const [before, heard] = [JSON.stringify(seen()), texts()]
      const read = await submit(written, 0)
      if (dialog()) return read
      // What comes once the dialog is closed comes a little later.
      await expect.poll(() => JSON.stringify(seen()), { interval: 2 }).not.toBe(before)
      await settled()
      return newSince(heard)
    },
  }
}

function inputOf(card: Json, id: string, value: string | boolean): string {
  const input = (card['body'] as Json[]).find((element) => element['id'] === id)
  if (!input) throw new Error(`The form has no field ${id}`)
  return input['type'] === 'Input.ChoiceSet' ? `=${value}` : String(value)
}

export function cardOf({ attachments }: Message): Json | undefined {
  return attachments.flatMap((one) => (one.kind === 'card' ? [one.content] : []))[0]
}

export const actionsOf = (card: Json | undefined): string[] =>
  ((card?.['actions'] as Json[]) ?? []).map(({ title }) => String(title))

export function messageText(message: Message | undefined): string {
  if (!message) return ''
  const card = cardOf(message)
  return [message.text, textOf(card), ...actionsOf(card)].filter((text) => text !== '').join('\n')
}

/** What stands in a card, without its inputs. */
export function textOf(card: Json | undefined): string {
  const body = (card?.['body'] as Json[] | undefined) ?? []
  return body
    .map(({ text, inlines, codeSnippet }) =>
      inlines ? (inlines as Json[]).map((inline) => inline['text']).join('') : (text ?? codeSnippet),
    )
    .filter((text) => text !== undefined)
    .join('\n')
}
