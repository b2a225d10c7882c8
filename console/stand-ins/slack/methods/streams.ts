import { json, oneOf, optional, required, string, ts } from '../args.ts'
import { readBlocks } from '../blocks.ts'
import { bytesOf, type Chunk, markdownOf, readChunks, withChunks } from '../chunks.ts'
import { toJson } from '../messages.ts'
import { type Method, type MethodParts, method } from '../method.ts'
import type { Post, Stream } from '../post.ts'
import { refuse } from '../refusal.ts'
import { channelOf, faceArgs, faceOf, markdownText, messageOf, metadata, threadRoot } from './shared.ts'

const content = { markdown_text: optional(markdownText), chunks: optional(json) }
const target = { channel: required(string), ts: required(ts) }

function readPieces(args: { markdown_text?: string | undefined; chunks?: unknown }): Chunk[] {
  if (args.markdown_text !== undefined && args.chunks !== undefined) refuse('markdown_text_conflict')
  if (args.chunks !== undefined) return readChunks(args.chunks)
  return args.markdown_text ? [{ type: 'markdown_text', text: args.markdown_text }] : []
}

export function streamMethods({ workspace, limits, now, url }: MethodParts): Record<string, Method> {
  /** The stream a call goes on with; its state is told by the error when it cannot. */
  function openStream(args: { channel: string; ts: string }): Post & { stream: Stream } {
    const post = messageOf(workspace, channelOf(workspace, args.channel), args.ts)
    if (post.user !== workspace.bot.id) refuse('message_not_owned_by_app')
    if (post.stream?.state === 'stopped_by_user') refuse('stopped_by_user')
    if (post.stream?.state !== 'open') return refuse('message_not_in_streaming_state')
    if (now() - post.stream.openedAt >= limits.streamLifetimeMs) {
      workspace.change(post, { stream: { ...post.stream, state: 'expired' } })
      refuse('message_not_in_streaming_state')
    }
    return post as Post & { stream: Stream }
  }

  function fits(bytes: number): void {
    if (bytes > limits.streamBytes) refuse('msg_too_long')
  }

  return {
    'chat.startStream': method(
      {
        ...content,
        channel: required(string),
        thread_ts: required(ts),
        ...faceArgs,
        recipient_user_id: optional(string),
        recipient_team_id: optional(string),
        task_display_mode: optional(oneOf('timeline', 'plan', 'dense')),
      },
      (args) => {
        const channel = channelOf(workspace, args.channel)
        // Documented for channels; some direct conversations were seen to want them, so all do here.
        if (!args.recipient_user_id) refuse('missing_recipient_user_id')
        if (!args.recipient_team_id) refuse('missing_recipient_team_id')
        if (!workspace.members(channel).includes(args.recipient_user_id!)) refuse('user_not_found')
        const home = workspace.users.get(args.recipient_user_id!)?.team ?? workspace.team.id
        if (args.recipient_team_id !== home) refuse('team_not_found')
        threadRoot(workspace, channel, args.thread_ts)
        const pieces = readPieces(args)
        const bytes = bytesOf(pieces)
        fits(bytes)
        const stream: Stream = { state: 'open', openedAt: now(), bytes, chunkBlocks: [], tasks: {} }
        const post = workspace.add({
          channel: channel.id,
          thread_ts: args.thread_ts,
          user: workspace.bot.id,
          ...faceOf(args),
          text: '',
          markdown: markdownOf(pieces),
          stream: withChunks(stream, pieces),
        })
        return { channel: channel.id, ts: post.ts }
      },
    ),

    'chat.appendStream': method({ ...content, ...target }, (args) => {
      const post = openStream(args)
      const pieces = readPieces(args)
      if (pieces.length === 0) refuse('no_text')
      const bytes = bytesOf(pieces)
      fits(post.stream.bytes + bytes)
      if (pieces.every(({ type }) => type === 'markdown_text')) {
        workspace.append(post, markdownOf(pieces), bytes)
      } else {
        const stream = { ...withChunks(post.stream, pieces), bytes: post.stream.bytes + bytes }
        workspace.change(post, { markdown: post.markdown + markdownOf(pieces), stream }, { partial: true })
      }
      return { channel: post.channel, ts: post.ts }
    }),

    'chat.stopStream': method(
      {
        ...content,
        ...target,
        blocks: optional(json),
        metadata: optional(metadata),
        session_status: optional(oneOf('active', 'processing', 'suspended', 'closed')),
      },
      (args) => {
        const post = openStream(args)
        const pieces = readPieces(args)
        const blocks = args.blocks === undefined ? undefined : readBlocks(args.blocks)
        const bytes = post.stream.bytes + bytesOf(pieces)
        fits(bytes)
        workspace.change(post, {
          markdown: post.markdown + markdownOf(pieces),
          stream: { ...withChunks(post.stream, pieces), bytes, state: 'done' },
          ...(blocks?.length && { blocks }),
          ...(args.metadata && { metadata: args.metadata }),
        })
        if (workspace.activities.session(post.channel, post.thread_ts!) !== undefined) {
          workspace.activities.setSession(post.channel, post.thread_ts!, args.session_status ?? 'active')
        }
        return { channel: post.channel, ts: post.ts, message: toJson(workspace, post, url()) }
      },
    ),
  }
}
