import { useEffect, useReducer, useState } from 'react'
import type { ClientEvent } from '../../../stand-ins/discord/view.ts'
import { ApiError } from '../../shared/api.ts'
import { listen } from '../../shared/event-stream.ts'
import type { DiscordClient } from './client.ts'
import type { LocalEvent, State } from './state.ts'
import { initialState, reduce } from './state.ts'

/** Discord says so once and shows it this long (ms). */
const typingMs = 10_000

/**
 * Discord as `user` sees it, kept up to date. Without a `user` it is the one the server suggests. The pane is opened before
 * each attempt to connect, because a restarted server has it closed; `refusal` is why that was not allowed.
 */
export function useWorkspace(client: DiscordClient, user: string | undefined) {
  const [state, dispatch] = useReducer<State, [ClientEvent | LocalEvent]>(reduce, initialState)
  const [suggested, setSuggested] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  useEffect(() => {
    return listen<ClientEvent>({
      address: async () => {
        const opened = await client.open().catch((error: unknown) => {
          if (error instanceof ApiError) setRefusal(error.message)
          throw error
        })
        setRefusal(undefined)
        setSuggested(opened.user)
        return client.eventsUrl(user ?? opened.user)
      },
      onEvent: (event) =>
        dispatch(event.type === 'typing' ? { ...event, type: 'typing_until', until: Date.now() + typingMs } : event),
      onLink: (link) => dispatch({ type: 'link', link }),
    })
  }, [client, user])
  return { state, dispatch, user: user ?? suggested, refusal }
}
