import { flag, json, oneOf, optional, type Reader, required, string, ts } from '../args.ts'
import { readBlocks } from '../blocks.ts'
import { toJson } from '../messages.ts'
import { type Answer, type Method, type MethodParts, method } from '../method.ts'
import { type Block, isStreaming, type Post } from '../post.ts'
import { refuse } from '../refusal.ts'
import { linkBroadcasts } from '../text.ts'
import {
  channelOf,
  channelOrPerson,
  faceArgs,
  faceOf,
  markdownText,
  messageOf,
  metadata,
  threadRoot,
} from './shared.ts'

const POST_LIMIT = 40_000
const UPDATE_LIMIT = 4000

const content = {
  channel: required(string),
  text: optional(string),
  markdown_text: optional(markdownText),
  blocks: optional(json),
  metadata: optional(metadata),
  parse: optional(oneOf('none', 'full')),
  link_names: optional(flag),
}

const emojiName: Reader<string> = (value, name) => {
  const read = string(value, name)
  return /^[a-z\d_+-]{1,100}$/.test(read) ? read : refuse('invalid_name')
}
const reacted = { channel: required(string), timestamp: required(ts), name: required(emojiName) }

const place = { thread_ts: optional(ts) }

interface Content {
  text?: string | undefined
  markdown_text?: string | undefined
  blocks?: unknown
  parse?: string | undefined
  link_names?: boolean | undefined
}

function readContent({ text, markdown_text, blocks: rawBlocks, parse, link_names }: Content): {
  text: string
  markdown?: string
  blocks?: Block[]
} {
  if (markdown_text !== undefined && (text !== undefined || rawBlocks !== undefined)) refuse('markdown_text_conflict')
  const blocks = rawBlocks === undefined ? undefined : readBlocks(rawBlocks)
  if (!text && !markdown_text && !blocks?.length) refuse('no_text')
  const linked = text && (link_names || parse === 'full') ? linkBroadcasts(text) : (text ?? '')
  return { text: linked, ...(markdown_text && { markdown: markdown_text }), ...(blocks?.length && { blocks }) }
}

export function chatMethods({ workspace, url }: MethodParts): Record<string, Method> {
  const answer = (post: Post): Answer => ({
    channel: post.channel,
    ts: post.ts,
    message: toJson(workspace, post, url()),
  })

  function isThread(channel: string, root: string): boolean {
    for (const { thread_ts, ephemeral_to } of workspace.posts(channel).forward()) {
      if (thread_ts === root && ephemeral_to === undefined) return true
    }
    return false
  }

  return {
    'chat.postMessage': method(
      {
        ...content,
        ...place,
        ...faceArgs,
        unfurl_links: optional(flag),
        unfurl_media: optional(flag),
        mrkdwn: optional(flag),
      },
      (args) => {
        const channel = channelOrPerson(workspace, args.channel)
        const content = readContent(args)
        if (args.thread_ts) threadRoot(workspace, channel, args.thread_ts)
        const truncated = content.text.length > POST_LIMIT
        const post = workspace.add({
          channel: channel.id,
          user: workspace.bot.id,
          ...content,
          text: content.text.slice(0, POST_LIMIT),
          ...faceOf(args),
          ...(args.thread_ts && { thread_ts: args.thread_ts }),
          ...(args.metadata && { metadata: args.metadata }),
        })
        return { ...answer(post), ...(truncated && { warning: 'message_truncated' }) }
      },
    ),

    'chat.update': method({ ...content, ts: required(ts) }, (args) => {
      const channel = channelOf(workspace, args.channel)
      const post = messageOf(workspace, channel, args.ts)
      if (post.user !== workspace.bot.id) refuse('cant_update_message')
      if (isStreaming(post)) refuse('streaming_state_conflict')
      if ((args.text ?? '').length > UPDATE_LIMIT) refuse('msg_too_long')
      const kept = args.metadata === undefined ? post.metadata : (args.metadata ?? undefined)
      if (args.text === undefined && args.markdown_text === undefined && args.blocks === undefined) {
        // Metadata alone may change; what people see stays.
        if (args.metadata === undefined) refuse('no_text')
        workspace.change(post, { metadata: kept })
        return { ...answer(post), text: post.text }
      }
      const { text, markdown, blocks } = readContent(args)
      const edited = { user: workspace.bot.id, ts: workspace.mint() }
      workspace.change(post, { text, markdown, blocks, metadata: kept, stream: undefined, edited })
      return { ...answer(post), text }
    }),

    'chat.delete': method({ channel: required(string), ts: required(ts) }, (args) => {
      const channel = channelOf(workspace, args.channel)
      const post = messageOf(workspace, channel, args.ts)
      if (post.user !== workspace.bot.id) refuse('cant_delete_message')
      workspace.remove(post)
      return { channel: channel.id, ts: args.ts }
    }),

    'reactions.add': method(reacted, (args) => {
      const post = messageOf(workspace, channelOf(workspace, args.channel), args.timestamp)
      const people = post.reactions?.[args.name] ?? []
      if (people.includes(workspace.bot.id)) refuse('already_reacted')
      workspace.react(post, { ...post.reactions, [args.name]: [...people, workspace.bot.id] })
      return {}
    }),

    'reactions.remove': method(reacted, (args) => {
      const post = messageOf(workspace, channelOf(workspace, args.channel), args.timestamp)
      const people = post.reactions?.[args.name] ?? []
      if (!people.includes(workspace.bot.id)) refuse('no_reaction')
      const left = people.filter((one) => one !== workspace.bot.id)
      workspace.react(post, { ...post.reactions, [args.name]: left })
      return {}
    }),

    'chat.postEphemeral': method({ ...content, ...place, user: required(string) }, (args) => {
      const channel = channelOf(workspace, args.channel)
      if (!workspace.users.has(args.user)) refuse('user_not_found')
      if (!workspace.members(channel).includes(args.user)) refuse('user_not_in_channel')
      if (args.thread_ts) threadRoot(workspace, channel, args.thread_ts)
      const content = readContent(args)
      if (content.text.length > POST_LIMIT) refuse('msg_too_long')
      // Documented: in a thread it is seen only once there is one.
      if (args.thread_ts && !isThread(channel.id, args.thread_ts)) return { message_ts: workspace.mint() }
      const post = workspace.add({
        channel: channel.id,
        user: workspace.bot.id,
        ...content,
        ephemeral_to: args.user,
        ...(args.thread_ts && { thread_ts: args.thread_ts }),
      })
      return { message_ts: post.ts }
    }),
  }
}
