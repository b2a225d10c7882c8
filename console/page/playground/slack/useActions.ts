import type { Dispatch } from 'react'
import { useMemo } from 'react'
import type { Message, Modal, Suggest } from '../../../stand-ins/slack/view.ts'
import { createAttempt } from '../../shared/pane/attempt.ts'
import { type Draft, toUpload } from '../../shared/pane/drafts.ts'
import type { People } from '../../shared/richtext/RichText.tsx'
import type { SlackClient } from './client.ts'
import { commandIn, mentions, nameOf } from './compose.ts'
import type { Slack } from './context.ts'
import { type Field, type Filled, readOption, toState } from './form.ts'
import type { LocalEvent, Workspace } from './state.ts'
import { text as words } from './strings.ts'

interface Parts {
  client: SlackClient
  workspace: Workspace | undefined
  dispatch: Dispatch<LocalEvent>
  /** Hears, in a sentence, what could not be done. */
  onError: (sentence: string) => void
  openThread: (channel: string, ts: string) => void
}

/** A pressed button is freed after this long (ms) even if the app never changes its message. */
const pressPatience = 15_000

/** The pane's actions, bound to who one acts as. They stay the same while messages come and go. */
export function useActions({ client, workspace, dispatch, onError, openThread }: Parts) {
  const { me, bot, users, channels } = workspace ?? {}
  return useMemo(() => {
    if (!me || !bot || !users || !channels) return undefined
    const attempt = createAttempt(onError)
    const everyone = [...users, bot]
    const people: People = {
      me: me.id,
      user: (id) => nameIn(everyone, id),
      channel: (id) => channels.find((channel) => channel.id === id)?.name,
    }
    const at = ({ channel, ts }: Message) => ({ user: me.id, channel, ts })
    const actions = {
      people,
      say: (channel: string, draft: Draft, threadTs?: string) =>
        attempt(async () => {
          const text = draft.text.trim()
          const command = draft.files.length === 0 && commandIn(text)
          if (command && threadTs) throw new Error(words.notInThreads(command.command))
          if (command) return client.command({ user: me.id, channel, ...command })
          const uploads = await Promise.all(draft.files.map(toUpload))
          const files = uploads.map(({ type, ...file }) => ({ ...file, mimetype: type }))
          const place = { user: me.id, channel, ...(threadTs && { thread_ts: threadTs }) }
          const { ts } = await client.say({ ...place, text, ...(files.length > 0 && { files }) })
          const shared = channels.find(({ id }) => id === channel)?.kind === 'channel'
          if (shared && !threadTs && mentions(text, bot)) openThread(channel, ts)
        }),
      edit: (message: Message, text: string) => attempt(() => client.edit({ ...at(message), text: text.trim() })),
      remove: (message: Message) => attempt(() => client.remove(at(message))),
      press: async (message: Message, block_id: string, action_id: string) => {
        const { channel, ts } = message
        dispatch({ type: 'pressed', channel, ts, action: `${block_id}/${action_id}` })
        const told = await attempt(() => client.press({ ...at(message), block_id, action_id }))
        setTimeout(() => dispatch({ type: 'released', channel, ts }), told ? pressPatience : 0)
        return told
      },
      feedback: (message: Message, block_id: string, action_id: string, value: string) =>
        attempt(() => client.press({ ...at(message), block_id, action_id, value })),
      askAbout: (message: Message) => attempt(() => client.shortcut({ ...at(message), callback_id: 'ask_about' })),
      askWhy: (message: Message) => attempt(() => client.shortcut({ ...at(message), callback_id: 'why' })),
      submitForm: async (modal: Modal, fields: Field[], values: Record<string, Filled>) => {
        try {
          const upload = async (file: File) => {
            const { type: mimetype, ...rest } = await toUpload(file)
            return (await client.upload({ user: me.id, ...rest, mimetype })).id
          }
          const states = fields.map(async (field) => {
            const state = await toState(field, values[field.block_id], upload)
            return [field.block_id, { [field.action_id]: state }] as const
          })
          const sent = { user: me.id, view: modal.id, values: Object.fromEntries(await Promise.all(states)) }
          return (await client.submit(sent)).errors
        } catch (error) {
          return { '': error instanceof Error ? error.message : String(error) }
        }
      },
      pressIn: (view: Modal, block_id: string, action_id: string) =>
        attempt(() => client.pressIn({ user: me.id, view: view.id, block_id, action_id })),
      closeForm: (modal: Modal) => attempt(() => client.close({ user: me.id, view: modal.id })),
      suggest: async (typing: Omit<Suggest, 'user'>) => {
        let options: Record<string, unknown>[] = []
        await attempt(async () => {
          options = (await client.suggest({ user: me.id, ...typing })).options
        })
        return options.map(readOption)
      },
      stop: (channel: string, thread_ts: string) => attempt(() => client.stop({ user: me.id, channel, thread_ts })),
    } satisfies Partial<Slack>
    return actions
  }, [client, me, bot, users, channels, dispatch, onError, openThread])
}

function nameIn(users: Workspace['users'], id: string): string | undefined {
  const user = users.find((one) => one.id === id)
  return user && nameOf(user)
}
