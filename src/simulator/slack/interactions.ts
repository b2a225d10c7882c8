import { randomUUID } from 'node:crypto'
import { isRecord } from './args.ts'
import { elementsOf } from './blocks.ts'
import type { DeliveryDesk } from './delivery.ts'
import type { Envelope } from './envelope.ts'
import { toJson } from './messages.ts'
import type { Block } from './post.ts'
import { Mistake, messageBefore, personOf, placeOf } from './presence.ts'
import { Refusal } from './refusal.ts'
import type { ResponseUrls } from './response-url.ts'
import { typed } from './text.ts'
import type { Triggers } from './triggers.ts'
import type { Press, Shortcut, User } from './view.ts'
import type { Views } from './views.ts'
import type { Workspace } from './workspace.ts'

/** A press; `value` says which button of a pair or which option of a menu, else it is the first. */
interface PressOn extends Press {
  value?: string
}

/** A slash command, e.g. `{command: '/agent', text: 'list'}`. */
interface Command {
  user: string
  channel: string
  command: string
  text: string
}

/** A form sent off: `values` by block_id and action_id, as Slack puts them into `view.state`. */
interface Submit {
  user: string
  view: string
  values: Record<string, Record<string, unknown>>
}

/**
 * What people do that the app has to acknowledge within 3 seconds. Each resolves when it did and throws a Mistake when it
 * did not, as Slack shows a warning then. Nothing is repeated.
 */
export interface Interactions {
  press(what: PressOn): Promise<void>
  command(what: Command): Promise<void>
  /** A message shortcut, from the menu of a message. */
  shortcut(what: Shortcut): Promise<void>
  /** The app's answer, e.g. `{response_action: 'errors', errors}`, which was also done. */
  submit(what: Submit): Promise<unknown>
}

export function createInteractions(parts: {
  workspace: Workspace
  desk: DeliveryDesk
  triggers: Triggers
  responseUrls: ResponseUrls
  views: Views
  now: () => number
  url: () => string
  orgWide: () => boolean
}): Interactions {
  const { workspace, desk, triggers, responseUrls, views, now, url, orgWide } = parts
  const { team, app } = workspace

  async function ask(kind: Envelope['kind'], type: string, payload: Record<string, unknown>): Promise<unknown> {
    const ack = await desk.attempt({ id: randomUUID(), kind, type, payload, createdAt: now() })
    if (ack.ok) return ack.body
    const why = ack.reason === 'http_timeout' ? 'did not answer in time' : `could not be reached (${ack.reason})`
    throw new Mistake(`The app ${why}`, 502)
  }

  /** Does what the app answered; what Slack refuses of it is a failure to the person. */
  function obey(run: () => void): void {
    try {
      run()
    } catch (error) {
      if (error instanceof Refusal) throw new Mistake(`The app answered what Slack refuses: ${error.message}`, 502)
      throw error
    }
  }

  const about = (user: User): Record<string, unknown> => ({
    user: { id: user.id, username: user.name, name: user.name, team_id: user.team ?? team.id },
    team: { id: team.id, domain: team.domain },
    api_app_id: app.id,
    token: 'simulator-verification-token',
    trigger_id: triggers.open(user.id),
    enterprise: team.enterprise ?? null,
    is_enterprise_install: orgWide(),
  })

  /** Mentions with id and name, as a command with `should_escape` gets them. */
  function escaped(text: string): string {
    return typed(workspace, text).replaceAll(/<([@#])([A-Z0-9]+)(?:\|[^>]*)?>/g, (_, sign: string, id: string) => {
      const name = workspace.users.get(id)?.name ?? workspace.channels.get(id)?.name ?? ''
      return `<${sign}${id}|${name}>`
    })
  }

  return {
    async press(what) {
      const channel = placeOf(workspace, what)
      const post = messageBefore(workspace, channel, what.ts, what.user)
      const action = actionOf([...(post.stream?.chunkBlocks ?? []), ...(post.blocks ?? [])], what)
      if (!action) {
        throw new Mistake(`Message ${what.ts} has no element ${what.action_id} in block ${what.block_id}`, 404)
      }
      const { thread_ts } = post
      const is_ephemeral = post.ephemeral_to !== undefined
      const id = responseUrls.open({ channel: channel.id, user: what.user, thread_ts, message: post.ts })
      await ask('interactive', 'block_actions', {
        type: 'block_actions',
        ...about(personOf(workspace, what.user)),
        container: {
          type: 'message',
          message_ts: post.ts,
          channel_id: channel.id,
          is_ephemeral,
          ...(thread_ts && { thread_ts }),
        },
        channel: { id: channel.id, name: channel.kind === 'im' ? 'directmessage' : channel.name },
        ...(!is_ephemeral && { message: toJson(workspace, post, url()) }),
        state: { values: {} },
        response_url: `${url()}/response/${id}`,
        actions: [{ ...action, action_ts: workspace.mint() }],
      })
    },

    async command(what) {
      const channel = placeOf(workspace, what)
      const user = personOf(workspace, what.user)
      if (!/^\/[a-z0-9_-]{1,31}$/.test(what.command)) throw new Mistake(`${what.command} is not a command`)
      const id = responseUrls.open({ channel: channel.id, user: user.id })
      const response = await ask('slash_commands', what.command, {
        token: 'simulator-verification-token',
        team_id: team.id,
        team_domain: team.domain,
        channel_id: channel.id,
        channel_name: channel.kind === 'im' ? 'directmessage' : channel.name,
        user_id: user.id,
        user_name: user.name,
        command: what.command,
        text: escaped(what.text),
        api_app_id: app.id,
        is_enterprise_install: 'false',
        response_url: `${url()}/response/${id}`,
        trigger_id: triggers.open(user.id),
      })
      const isEmpty = !isRecord(response) || Object.keys(response).length === 0
      if (!isEmpty) obey(() => responseUrls.use(id, response, true))
    },

    async shortcut(what) {
      const channel = placeOf(workspace, what)
      const post = messageBefore(workspace, channel, what.ts, what.user)
      const { thread_ts } = post
      const id = responseUrls.open({ channel: channel.id, user: what.user, thread_ts })
      await ask('interactive', 'message_action', {
        type: 'message_action',
        ...about(personOf(workspace, what.user)),
        callback_id: what.callback_id,
        action_ts: workspace.mint(),
        message_ts: post.ts,
        channel: { id: channel.id, name: channel.kind === 'im' ? 'directmessage' : channel.name },
        message: toJson(workspace, post, url()),
        response_url: `${url()}/response/${id}`,
      })
    },

    async submit(what) {
      const user = personOf(workspace, what.user)
      const view = views.open.find(({ id }) => id === what.view)
      if (view?.user !== what.user) throw new Mistake(`${user.real_name} has no form ${what.view} open`, 404)
      const response = await ask('interactive', 'view_submission', {
        type: 'view_submission',
        ...about(user),
        view: { ...views.json(view), state: { values: what.values } },
        response_urls: [],
      })
      const { response_action, view: next } = isRecord(response) ? response : {}
      obey(() => {
        if (response_action === 'update') views.update(view.id, next)
        else if (response_action === 'push') views.show(user.id, next)
        else if (response_action !== 'errors') views.close(view.id)
      })
      return response
    },
  }
}

/** An element as a block_actions payload tells that it was used. */
function actionOf(blocks: Block[], what: PressOn): Record<string, unknown> | undefined {
  for (const { block, element } of elementsOf(blocks)) {
    if (block.block_id !== what.block_id || element['action_id'] !== what.action_id) continue
    const { type, action_id, text, value, positive_button, negative_button, options } = element
    const action = { type, action_id, block_id: block.block_id }
    const pair = [positive_button, negative_button].filter(isRecord)
    const choices = Array.isArray(options) ? options.filter(isRecord) : pair
    if (choices.length === 0) return { ...action, text, ...(value !== undefined && { value }) }
    const chosen = what.value === undefined ? choices[0] : choices.find((each) => each['value'] === what.value)
    if (!chosen) return undefined
    if (pair.length > 0) return { ...action, text: chosen['text'], value: chosen['value'] }
    return { ...action, selected_option: chosen }
  }
  return undefined
}
