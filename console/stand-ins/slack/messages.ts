import { type Clip, isStreaming, type Post, type StoredFile } from './post.ts'
import type { Message, User } from './view.ts'
import type { Workspace } from './workspace.ts'

/** A message as people see it. */
export function toView(workspace: Workspace, post: Post): Message {
  const blocks = shownBlocks(post)
  const files = (post.files ?? []).map((id) => workspace.files.get(id)).filter((file) => file !== undefined)
  return {
    channel: post.channel,
    ts: post.ts,
    user: post.user,
    text: post.markdown !== undefined || blocks.length > 0 ? '' : post.text,
    // Slack marks an edit only when it is the text that people see.
    edited: post.edited !== undefined && blocks.length === 0,
    streaming: isStreaming(post),
    ...(post.thread_ts && { thread_ts: post.thread_ts }),
    ...(post.markdown !== undefined && { markdown: post.markdown }),
    ...(blocks.length > 0 && { blocks }),
    ...(files.length > 0 && {
      files: files.map(({ id, name, title, alt_txt, mimetype, bytes }) => ({
        id,
        name: title ?? name,
        mimetype,
        size: bytes.length,
        ...(alt_txt && { alt_txt }),
      })),
    }),
    ...(Object.values(post.reactions ?? {}).some((users) => users.length > 0) && { reactions: post.reactions! }),
    ...(post.ephemeral_to && { ephemeral_to: post.ephemeral_to }),
    ...(post.tombstone && { tombstone: true as const }),
    ...(post.face && { face: post.face }),
  }
}

/** What a message shows besides its Markdown: blocks that came as chunks, the tasks, and the blocks given at the end. */
function shownBlocks(post: Post): unknown[] {
  const { chunkBlocks = [], tasks = {} } = post.stream ?? {}
  const cards = Object.values(tasks).map(({ id, ...task }) => ({ type: 'task_card', task_id: id, ...task }))
  return [...chunkBlocks, ...cards, ...(post.blocks ?? [])]
}

/** A message as the Web API and events tell it. */
export function toJson(workspace: Workspace, post: Post, url: string): Record<string, unknown> {
  const { team, users, bots } = workspace
  if (post.tombstone) {
    const root = { ts: post.ts, thread_ts: post.ts, reply_count: workspace.replies(post.channel, post.ts)?.size ?? 0 }
    return { type: 'message', subtype: 'tombstone', user: 'USLACKBOT', text: post.text, hidden: true, ...root }
  }
  const thread =
    post.thread_ts === undefined || post.thread_ts === post.ts ? workspace.replies(post.channel, post.ts) : undefined
  const parent = thread ? undefined : post.thread_ts && workspace.post(post.channel, post.thread_ts)
  const files = (post.files ?? []).map((id) => workspace.files.get(id)).filter((file) => file !== undefined)
  const author = users.get(post.user)
  const app = bots.get(post.user)
  return {
    type: 'message',
    ...(files.length > 0 && {
      subtype: 'file_share',
      upload: false,
      files: files.map((file) => toldFile(file, url, author)),
    }),
    ...(post.workflow ? workflowJson(post.workflow, post.bot) : post.face ? facedJson(post.face) : { user: post.user }),
    ts: post.ts,
    text: post.text || (post.markdown ?? ''),
    team: author?.team ?? team.id,
    ...(author?.team && { user_team: author.team, source_team: author.team }),
    ...(post.client_msg_id && { client_msg_id: post.client_msg_id }),
    ...(app && {
      bot_id: app.botId,
      app_id: app.id,
      bot_profile: {
        id: app.botId,
        app_id: app.id,
        user_id: post.user,
        name: author?.real_name,
        team_id: team.id,
        deleted: false,
      },
    }),
    ...(post.thread_ts && { thread_ts: post.thread_ts }),
    ...(parent && { parent_user_id: parent.user }),
    ...(thread &&
      thread.size > 0 && {
        thread_ts: post.ts,
        reply_count: thread.size,
        latest_reply: thread.last()!.ts,
      }),
    blocks: apiBlocks(post),
    ...(post.attachments && { attachments: post.attachments }),
    ...(post.stream && { streaming_state: streamingState[post.stream.state] }),
    ...(post.edited && { edited: post.edited }),
  }
}

/** Documented of `chat.postMessage`: what an app posts under another name has no user. */
const facedJson = ({ name, icon }: NonNullable<Post['face']>) => ({
  subtype: 'bot_message',
  username: name,
  ...(icon !== undefined && { icons: { image_64: icon } }),
})

/** What Workflow Builder posts has no user. */
function workflowJson(name: string, bot = 'B0WORKFLOW'): Record<string, unknown> {
  return { subtype: 'bot_message', bot_id: bot, app_id: bot.replace(/^B/, 'A'), username: name }
}

const streamingState = { open: 'in_progress', done: 'completed', expired: 'errored', stopped_by_user: 'completed' }

/** Slack turns text and Markdown into rich text; the words are kept here, the formatting is not worked out. */
function apiBlocks(post: Post): unknown[] {
  const words = post.markdown ?? (post.blocks ? '' : post.text)
  const section = { type: 'rich_text_section', elements: [{ type: 'text', text: words }] }
  return [...(words ? [{ type: 'rich_text', block_id: 'text', elements: [section] }] : []), ...shownBlocks(post)]
}

/** With a message: of a file that belongs to another workspace (Slack Connect) the app has to ask for more. */
function toldFile(file: StoredFile, url: string, author: User | undefined): Record<string, unknown> {
  if (author?.team === undefined)
    return { ...fileJson(file, url), ...(file.clip && { transcription: { status: 'processing' } }) }
  const created = Math.floor(file.created / 1000)
  return {
    id: file.id,
    created,
    timestamp: created,
    user: file.user,
    mode: 'file_access',
    file_access: 'check_file_info',
  }
}

/** A file as `files.info` tells it. */
export function fileJson(file: StoredFile, url: string): Record<string, unknown> {
  const link = `${url}/files-pri/${file.id}/${encodeURIComponent(file.name)}`
  const created = Math.floor(file.created / 1000)
  const filetype = file.name.split('.').at(-1) ?? ''
  return {
    id: file.id,
    created,
    timestamp: created,
    name: file.name,
    title: file.title ?? file.name,
    mimetype: file.mimetype,
    filetype,
    pretty_type: filetype.toUpperCase(),
    user: file.user,
    size: file.bytes.length,
    mode: 'hosted',
    is_external: false,
    file_access: 'visible',
    url_private: link,
    permalink: `${url}/docs/${file.id}`,
    url_private_download: link,
    ...(file.clip && clipJson(file.clip, file, url)),
  }
}

/** Ours: of what is written down so much is told at once. */
const PREVIEW = 200

function clipJson({ seconds, says }: Clip, { id }: StoredFile, url: string): Record<string, unknown> {
  const preview = says !== undefined && { content: says.slice(0, PREVIEW), has_more: says.length > PREVIEW }
  return {
    subtype: 'slack_audio',
    duration_ms: seconds * 1000,
    transcription: says === undefined ? { status: 'failed' } : { status: 'complete', locale: 'en-US', preview },
    ...(says !== undefined && { vtt: `${url}/files-pri/${id}/file.vtt` }),
  }
}

/** All of what is said in a clip, as WebVTT. */
export const cuesOf = (says: string): string =>
  [
    'WEBVTT',
    ...(says.match(/.{1,60}(?:\s|$)/gs) ?? [says]).map(
      (line, i) => `${i}\n00:00:0${i % 10}.000 --> 00:00:0${(i % 10) + 1}.000\n${line.trim()}`,
    ),
  ].join('\n\n')
