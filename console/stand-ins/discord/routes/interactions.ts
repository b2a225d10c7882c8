import type { Answers } from '../answers.ts'
import { messageJson } from '../message-json.ts'
import { type Json, MessageFlag, type Post } from '../records.ts'
import { refuse } from '../refusal.ts'
import type { Routes } from '../route.ts'
import type { World } from '../world.ts'

/** Answers to interactions. None of these wants the app's token: theirs is in the path. */
export function interactionRoutes({ world, answers }: { world: World; answers: Answers }): Routes {
  const json = (post: Post): Json => messageJson(world, post, { content: true })
  const tokenOf = ({ application, token }: Record<string, string>): string =>
    application === world.app.id ? token! : refuse(10015)

  return {
    'POST /interactions/{interaction}/{token}/callback': ({ params, query, body, files }) => {
      const { interaction, post } = answers.callback(params['interaction']!, params['token']!, body, files)
      if (query.get('with_response') !== 'true') return {}
      const { id, type, callback } = interaction
      const about = post && {
        response_message_id: post.id,
        response_message_loading: (post.flags & MessageFlag.loading) !== 0,
        response_message_ephemeral: post.ephemeralTo !== undefined,
      }
      const resource = { type: callback, ...(post && { message: json(post) }) }
      return { json: { interaction: { id, type, ...about }, resource } }
    },
    'POST /webhooks/{application}/{token}': ({ params, body, files }) => ({
      json: json(answers.followUp(tokenOf(params), body, files)),
    }),
    'GET /webhooks/{application}/{token}/messages/{message}': ({ params }) => ({
      json: json(answers.get(tokenOf(params), params['message']!)),
    }),
    'PATCH /webhooks/{application}/{token}/messages/{message}': ({ params, body, files }) => ({
      json: json(answers.edit(tokenOf(params), params['message']!, body, files)),
    }),
    'DELETE /webhooks/{application}/{token}/messages/{message}': ({ params }) => {
      answers.remove(tokenOf(params), params['message']!)
      return {}
    },
  }
}
