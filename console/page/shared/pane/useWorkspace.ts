import { type Dispatch, useEffect, useReducer, useState } from 'react'
import { ApiError } from '../api.ts'
import { listen } from '../event-stream.ts'
import type { PaneClient } from './client.ts'
import type { LinkEvent } from './state.ts'

export interface WorkspaceRules<State, Told, Event> {
  initialState: State
  reduce: (state: State, event: Event | LinkEvent) => State
  /** What the page makes of something that the stand-in tells. */
  receive: (told: Told) => Event
}

/**
 * The platform as `user` sees it, kept up to date. Without a `user` it is the one the server suggests. The pane is opened
 * before each attempt to connect, because a restarted server has it closed; `refusal` is why that was not allowed.
 */
export function useWorkspace<State, Told, Event>(
  client: Pick<PaneClient, 'open' | 'eventsUrl'>,
  user: string | undefined,
  { initialState, reduce, receive }: WorkspaceRules<State, Told, Event>,
) {
  const [state, dispatch] = useReducer(reduce, initialState)
  const [suggested, setSuggested] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  useEffect(() => {
    return listen<Told>({
      address: async () => {
        const opened = await client.open().catch((error: unknown) => {
          if (error instanceof ApiError) setRefusal(error.message)
          throw error
        })
        setRefusal(undefined)
        setSuggested(opened.user)
        return client.eventsUrl(user ?? opened.user)
      },
      onEvent: (told) => dispatch(receive(told)),
      onLink: (link) => dispatch({ type: 'link', link }),
    })
  }, [client, user, receive])
  return { state, dispatch: dispatch as Dispatch<Event>, user: user ?? suggested, refusal }
}
