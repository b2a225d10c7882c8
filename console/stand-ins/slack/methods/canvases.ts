import { json, list, object, oneOf, optional, required, string, text } from '../args.ts'
import { type Method, type MethodParts, method } from '../method.ts'
import { refuse } from '../refusal.ts'

/** What kind of file it is. */
const CANVAS = 'application/vnd.slack-docs'
/** Documented. */
const LONGEST = 1_048_576

const content = object({ type: required(oneOf('markdown')), markdown: required(text(LONGEST)) })

/** Stricter than Slack: a canvas of an app has a title and content from the beginning, and nobody changes it. */
export function canvasMethods({ workspace, now }: MethodParts): Record<string, Method> {
  function own(id: string) {
    const file = workspace.files.get(id)
    return file?.mimetype === CANVAS && file.user === workspace.bot.id ? file : refuse('canvas_not_found')
  }
  return {
    'canvases.create': method(
      { title: required(text(255)), document_content: required((value, name) => content(json(value, name), name)) },
      ({ title, document_content }) => {
        const bytes = Buffer.from(document_content.markdown)
        const file = { name: title, title, mimetype: CANVAS, user: workspace.bot.id, created: now(), bytes }
        return { canvas_id: workspace.files.add(file).id }
      },
    ),
    'canvases.access.set': method(
      {
        canvas_id: required(string),
        access_level: required(oneOf('read')),
        channel_ids: optional(list(string, 20)),
        user_ids: optional(list(string, 20)),
      },
      ({ canvas_id, channel_ids, user_ids }) => {
        own(canvas_id)
        if ((channel_ids === undefined) === (user_ids === undefined)) refuse('invalid_parameters')
        for (const id of channel_ids ?? []) {
          // Documented: conversations of a few people are not accepted.
          const channel = workspace.channel(id)
          if (!channel || channel.kind === 'im' || channel.kind === 'mpim') refuse('channel_not_found')
        }
        for (const id of user_ids ?? []) if (!workspace.users.has(id)) refuse('user_not_found')
        return {}
      },
    ),
    'canvases.delete': method({ canvas_id: required(string) }, ({ canvas_id }) => {
      workspace.files.remove(own(canvas_id).id)
      return {}
    }),
  }
}
