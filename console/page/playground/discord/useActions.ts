import type { Dispatch } from 'react'
import { useMemo } from 'react'
import type { Message } from '../../../stand-ins/discord/view.ts'
import { createAttempt } from '../../shared/pane/attempt.ts'
import { toUpload } from '../../shared/pane/drafts.ts'
import type { People } from '../../shared/richtext/RichText.tsx'
import type { DiscordClient } from './client.ts'
import { encodeMentions, type Names } from './compose.ts'
import type { Discord } from './context.ts'
import type { LocalEvent, Workspace } from './state.ts'

interface Parts {
  client: DiscordClient
  workspace: Workspace | undefined
  dispatch: Dispatch<LocalEvent>
  /** Hears, in a sentence, what could not be done. */
  onError: (sentence: string) => void
  openChannel: (channel: string) => void
}

/** A pressed button is freed after this long (ms) even if nothing is told of it. */
const pressPatience = 10_000

/** The pane's actions, bound to who one acts as. They stay the same while messages come and go. */
export function useActions({ client, workspace, dispatch, onError, openChannel }: Parts) {
  const { me, users, roles, channels } = workspace ?? {}
  return useMemo(() => {
    if (!me || !users || !roles || !channels) return undefined
    /** What can be named in a channel is of the same server. */
    const namesIn = (channel: string): Names => {
      const here = channels.find(({ id }) => id === channel)?.guild
      const isHere = ({ guild }: { guild?: string }) => guild === here
      return { users, roles: roles.filter(isHere), channels: channels.filter(isHere) }
    }
    const attempt = createAttempt(onError)
    const people: People = {
      me: me.id,
      user: (id) => users.find((user) => user.id === id)?.name,
      channel: (id) => channels.find((channel) => channel.id === id)?.name,
      role: (id) => roles.find((role) => role.id === id)?.name,
    }
    const at = ({ channel, id }: Message) => ({ user: me.id, channel, message: id })
    return {
      people,
      openChannel,
      say: (channel, draft, reply) =>
        attempt(async () => {
          const files = await Promise.all(draft.files.map(toUpload))
          const content = encodeMentions(draft.text.trim(), namesIn(channel))
          const replying = reply && { reply_to: reply.message.id, ping: reply.ping }
          await client.say({ user: me.id, channel, content, ...replying, ...(files.length > 0 && { files }) })
        }),
      edit: (message, content) =>
        attempt(() =>
          client.edit({ ...at(message), content: encodeMentions(content.trim(), namesIn(message.channel)) }),
        ),
      remove: (message) => attempt(() => client.remove(at(message))),
      react: (message, emoji, on) => attempt(() => client.react({ ...at(message), emoji, on })),
      startThread: (message, name) =>
        attempt(async () => openChannel((await client.startThread({ ...at(message), name })).id)),
      addServer: () => attempt(async () => openChannel((await client.addServer(me.id)).id)),
      use: async (message, custom_id, values) => {
        dispatch({ type: 'pressed', message: message.id, component: custom_id })
        const told = await attempt(() => client.use({ ...at(message), custom_id, ...(values && { values }) }))
        setTimeout(() => dispatch({ type: 'released', message: message.id }), told ? pressPatience : 0)
        return told
      },
      run: (call, target) =>
        attempt(() => client.run({ user: me.id, ...call, ...(target !== undefined && { target }) })),
      choices: (call, focused) =>
        client.autocomplete({ user: me.id, ...call, focused }).then(
          ({ choices }) => choices,
          () => [],
        ),
      submit: (fields) => attempt(() => client.submit({ user: me.id, fields })),
      dismiss: () => attempt(() => client.dismiss(me.id)),
      typing: (channel) => void client.typing(me.id, channel).catch(() => {}),
      forget: (id) => dispatch({ type: 'forgotten', attempt: id }),
    } satisfies Partial<Discord>
  }, [client, me, users, roles, channels, dispatch, onError, openChannel])
}
