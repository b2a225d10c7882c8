import { list, object, oneOf, optional, required, string, text, ts } from '../args.ts'
import { type Method, type MethodParts, method } from '../method.ts'
import { refuse } from '../refusal.ts'
import { channelOf, threadRoot } from './shared.ts'

const thread = { channel_id: required(string), thread_ts: required(ts) }

export function agentMethods({ workspace }: MethodParts): Record<string, Method> {
  const inThread = (args: { channel_id: string; thread_ts: string }): string => {
    const channel = channelOf(workspace, args.channel_id)
    threadRoot(workspace, channel, args.thread_ts)
    return channel.id
  }

  return {
    'assistant.threads.setStatus': method(
      { ...thread, status: string, loading_messages: optional(list(text(255), 10)) },
      (args) => {
        workspace.activities.setStatus(inThread(args), args.thread_ts, args.status)
        return {}
      },
    ),

    'assistant.threads.setSuggestedPrompts': method(
      {
        channel_id: required(string),
        thread_ts: optional(ts),
        title: optional(text(255)),
        prompts: required(list(object({ title: required(text(255)), message: required(string) }), 4)),
      },
      (args) => {
        const channel = channelOf(workspace, args.channel_id)
        if (args.thread_ts) threadRoot(workspace, channel, args.thread_ts)
        return {}
      },
    ),

    'assistant.threads.setTitle': method({ ...thread, title: required(text(255)) }, (args) => {
      inThread(args)
      return {}
    }),

    'agents.sessions.setStatus': method(
      {
        ...thread,
        status: required(oneOf('active', 'processing', 'suspended', 'closed')),
        title: optional(text(200)),
        initiator_user_id: optional(string),
      },
      (args) => {
        const channel = inThread(args)
        if (
          args.initiator_user_id &&
          !workspace.members(channelOf(workspace, channel)).includes(args.initiator_user_id)
        ) {
          refuse('user_not_found')
        }
        if (args.title === '') refuse('invalid_arguments')
        workspace.activities.setSession(channel, args.thread_ts, args.status, args.title)
        return { status: args.status }
      },
    ),
  }
}
