import { integer, json, list, object, optional, required, string, text, ts } from '../args.ts'
import { fileJson } from '../messages.ts'
import { type Method, type MethodParts, method } from '../method.ts'
import { refuse } from '../refusal.ts'
import { channelOf, threadRoot } from './shared.ts'

/** Ours: files are kept in memory and in the journal. */
const FILE_LIMIT = 5_000_000

const file = object({ id: required(string), title: optional(text(255)) })

export function fileMethods({ workspace, now, url, uploads }: MethodParts): Record<string, Method> {
  return {
    'files.getUploadURLExternal': method(
      { filename: required(text(255)), length: required(integer(1, FILE_LIMIT)), alt_txt: optional(text(1000)) },
      (args) => {
        const file_id = uploads.open(args.filename, args.length, args.alt_txt)
        return { upload_url: `${url()}/upload/v1/${file_id}`, file_id }
      },
    ),

    'files.completeUploadExternal': method(
      {
        files: required(list(file, 20)),
        channel_id: optional(string),
        thread_ts: optional(ts),
        initial_comment: optional(string),
        blocks: optional(json),
      },
      (args) => {
        // Seen: a markdown block is answered with an internal error here, and here alone.
        if (args.blocks !== undefined) refuse('internal_error')
        const channel = args.channel_id === undefined ? undefined : channelOf(workspace, args.channel_id)
        if (channel && args.thread_ts) threadRoot(workspace, channel, args.thread_ts)
        const files = args.files.map(({ id, title }) => {
          const { name, bytes, alt_txt } = uploads.take(id) ?? refuse('file_not_found')
          workspace.files.add({
            id,
            name,
            ...(title && { title }),
            ...(alt_txt && { alt_txt }),
            mimetype: mimetypeOf(name),
            user: workspace.bot.id,
            created: now(),
            bytes,
          })
          return { id, title: title ?? name }
        })
        if (channel) {
          workspace.add({
            channel: channel.id,
            user: workspace.bot.id,
            text: args.initial_comment ?? '',
            files: files.map(({ id }) => id),
            ...(args.thread_ts && { thread_ts: args.thread_ts }),
          })
        }
        // Where it was shared is not told here.
        return { files }
      },
    ),

    'files.info': method({ file: required(string) }, ({ file: id }) => {
      const file = workspace.files.get(id)
      return file ? { file: fileJson(file, url()) } : refuse('file_not_found')
    }),

    'files.delete': method({ file: required(string) }, ({ file: id }) => {
      if (workspace.files.get(id)?.user !== workspace.bot.id) refuse('file_not_found')
      workspace.files.remove(id)
      for (const { id: channel } of workspace.channels.values()) {
        for (const post of [...workspace.posts(channel).forward()]) {
          if (post.files?.includes(id)) workspace.remove(post)
        }
      }
      return {}
    }),
  }
}

function mimetypeOf(name: string): string {
  if (name.endsWith('.png')) return 'image/png'
  return /\.(?:md|txt|csv)$/.test(name) ? 'text/plain' : 'application/octet-stream'
}
