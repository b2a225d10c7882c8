import type { Dispatch } from 'react'
import { useMemo } from 'react'
import type { Message, SearchResult } from '../../../stand-ins/teams/view.ts'
import { createAttempt } from '../../shared/pane/attempt.ts'
import { toUpload } from '../../shared/pane/drafts.ts'
import type { People } from '../../shared/richtext/RichText.tsx'
import { keyOf } from './card/json.ts'
import type { TeamsClient } from './client.ts'
import { encodeMentions, readCommand, slashCommands } from './compose.ts'
import type { Place, Teams } from './context.ts'
import { drawMention } from './Mention.tsx'
import { DIALOG, type LocalEvent, type Workspace } from './state.ts'

interface Parts {
  client: TeamsClient
  workspace: Workspace | undefined
  dispatch: Dispatch<LocalEvent>
  /** Hears, in a sentence, what could not be done. */
  onError: (sentence: string) => void
  openConversation: (conversation: string) => void
}

/** A pressed button is freed after this long (ms) even if nothing is told of it. */
const pressPatience = 20_000

/** The pane's actions, bound to who one acts as. They stay the same while messages come and go. */
export function useActions({ client, workspace, dispatch, onError, openConversation }: Parts) {
  const { me, bot, users, commands } = workspace ?? {}
  return useMemo(() => {
    if (!me || !bot || !users || !commands) return undefined
    const everyone = users.some(({ id }) => id === bot.id) ? users : [...users, bot]
    const attempt = createAttempt(onError)
    /** Holds a button until the app has answered, or does not any more. */
    const hold = async (at: string, action: string, work: () => Promise<unknown>): Promise<boolean> => {
      dispatch({ type: 'pressed', at, action })
      const told = await attempt(work)
      setTimeout(() => dispatch({ type: 'released', at }), told ? pressPatience : 0)
      return told
    }
    const people: People = {
      me: me.id,
      user: (id) => everyone.find((user) => user.id === id)?.name,
      channel: () => undefined,
      note: (key, label) => drawMention(key, label, me.id),
    }
    const at = ({ conversation, id }: Message) => ({ user: me.id, conversation, message: id })
    const within = ({ conversation, root }: Place) => ({
      ...{ user: me.id, conversation: conversation.id },
      ...(root !== undefined && { root }),
    })
    return {
      people,
      openConversation,
      say: (place, draft) =>
        attempt(async () => {
          const typed = draft.text.trim()
          const here = within(place)
          const slash = readCommand(typed, slashCommands(commands, place.conversation.kind))
          if (slash && draft.files.length === 0) {
            const { command, rest } = slash
            return client.run({ ...here, title: command.title, slash: true, ...(rest && { text: rest }) })
          }
          const files = await Promise.all(draft.files.map(toUpload))
          return client.say({ ...here, ...encodeMentions(typed, everyone), ...(files.length > 0 && { files }) })
        }),
      edit: (message, typed) =>
        attempt(() => client.edit({ ...at(message), ...encodeMentions(typed.trim(), everyone) })),
      remove: (message) => attempt(() => client.remove(at(message))),
      undelete: (message) => attempt(() => client.undelete(at(message))),
      react: (message, reaction, on) => attempt(() => client.react({ ...at(message), reaction, on })),
      press: (message, action, inputs) =>
        hold(message.id, keyOf(action), () => client.press({ ...at(message), action, inputs })),
      look: (message) => attempt(() => client.look(at(message))),
      act: (message, command) => attempt(() => client.act({ ...at(message), command })),
      choose: (message, title) => attempt(() => client.choose({ ...at(message), title })),
      submit: (action, inputs) => hold(DIALOG, keyOf(action), () => client.submit({ user: me.id, action, inputs })),
      dismiss: () => attempt(() => client.dismiss(me.id)),
      feedback: (message, reaction, text) =>
        attempt(() => client.feedback({ ...at(message), reaction, ...(text !== undefined && { text }) })),
      consent: (message, accept) => attempt(() => client.consent({ ...at(message), accept })),
      signIn: (message) => attempt(() => client.signIn(at(message))),
      stop: (message) => attempt(() => client.stop(at(message))),
      search: async (place, what) => {
        let result: SearchResult | undefined
        await attempt(async () => {
          result = await client.search({ ...within(place), ...what })
        })
        return result
      },
      insert: (place, found) => attempt(() => client.insert({ ...within(place), found })),
      install: ({ id }, on) => attempt(() => client.install({ user: me.id, conversation: id, on })),
    } satisfies Partial<Teams>
  }, [client, me, bot, users, commands, dispatch, onError, openConversation])
}
