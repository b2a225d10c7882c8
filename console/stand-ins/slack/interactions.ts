import { Mistake } from '../shared/mistake.ts'
import { isRecord } from './args.ts'
import { createAsking } from './asking.ts'
import { elementsOf } from './blocks.ts'
import type { DeliveryDesk } from './delivery.ts'
import type { RetryReason } from './envelope.ts'
import { toJson } from './messages.ts'
import { createModals, type Modals } from './modals.ts'
import type { Block } from './post.ts'
import { messageBefore, personOf, placeOf } from './presence.ts'
import type { ResponseUrls } from './response-url.ts'
import { commandFailure, escapeMentions, type SlashCommand } from './slash.ts'
import { typed } from './text.ts'
import type { Triggers } from './triggers.ts'
import type { Press, PressIn, Shortcut, Slash } from './view.ts'
import type { Views } from './views.ts'
import type { Workspace } from './workspace.ts'

/** A press; `value` says which button of a pair or which option of a menu, else it is the first. */
interface PressOn extends Press {
  value?: string
}

/**
 * What people do that the app has to acknowledge within 3 seconds. Each resolves when it did and throws a Mistake when it
 * did not, as Slack shows a warning then. Nothing is repeated.
 */
export interface Interactions extends Modals {
  press(what: PressOn): Promise<void>
  /** A press in the Home tab, or in the modal that lies uppermost. */
  pressIn(what: PressIn): Promise<void>
  /** A slash command, e.g. `{command: '/agent', text: 'list'}`. */
  command(what: Slash): Promise<void>
  /** A message shortcut, from the menu of a message. */
  shortcut(what: Shortcut): Promise<void>
}

export function createInteractions(parts: {
  workspace: Workspace
  desk: DeliveryDesk
  commands: readonly SlashCommand[]
  triggers: Triggers
  responseUrls: ResponseUrls
  views: Views
  now: () => number
  url: () => string
  orgWide: () => boolean
}): Interactions {
  const { workspace, commands, triggers, responseUrls, views, url, orgWide } = parts
  const { team, app } = workspace
  const asking = createAsking(parts)
  const { ask, obey, about } = asking

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

    async pressIn(what) {
      const person = personOf(workspace, what.user)
      const view = [views.home(what.user), views.of(what.user).at(-1)].find((one) => one?.id === what.view)
      if (!view) throw new Mistake(`${person.real_name} does not see the view ${what.view}`, 404)
      const action = actionOf(view.blocks, { ...what, channel: '', ts: '' })
      if (!action)
        throw new Mistake(`View ${what.view} has no element ${what.action_id} in block ${what.block_id}`, 404)
      await ask('interactive', 'block_actions', {
        type: 'block_actions',
        ...about(person),
        container: { type: 'view', view_id: view.id },
        view: { ...views.json(view), state: { values: {} } },
        actions: [{ ...action, action_ts: workspace.mint() }],
      })
    },

    async command(what) {
      const channel = placeOf(workspace, what)
      const user = personOf(workspace, what.user)
      const registered = commands.find(({ command }) => command === what.command)
      if (!registered) throw new Mistake(`${what.command} is not a valid command`, 404)
      const stored = typed(workspace, what.text)
      const id = responseUrls.open({ channel: channel.id, user: user.id })
      const payload = {
        token: 'simulator-verification-token',
        team_id: team.id,
        team_domain: team.domain,
        channel_id: channel.id,
        channel_name: channel.kind === 'im' ? 'directmessage' : channel.name,
        user_id: user.id,
        user_name: user.name,
        command: what.command,
        text: registered.should_escape ? escapeMentions(workspace, stored) : what.text,
        api_app_id: app.id,
        is_enterprise_install: String(orgWide()),
        ...(team.enterprise && { enterprise_id: team.enterprise.id, enterprise_name: team.enterprise.name }),
        response_url: `${url()}/response/${id}`,
        trigger_id: triggers.open(user.id),
      }
      const fails = (reason: RetryReason): string => commandFailure(what.command, reason)
      const response = await ask('slash_commands', what.command, payload, fails)
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

    ...createModals({ ...parts, asking }),
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
