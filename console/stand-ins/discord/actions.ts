import { isRecord } from '../shared/json.ts'
import { Mistake } from '../shared/mistake.ts'
import { commandData, fromBase64 } from './command-input.ts'
import type { Commands } from './commands.ts'
import { CommandType } from './forms/commands.ts'
import { ComponentType, walk } from './forms/component-tree.ts'
import { type Interaction, InteractionType, resolved } from './interaction.ts'
import type { Choice, Interactions } from './interactions.ts'
import { messageJson } from './message-json.ts'
import { messageBefore, placeOf } from './presence.ts'
import type { Channel, Json, Post } from './records.ts'
import type { Autocomplete, RunCommand, Submit, Upload, Use } from './view.ts'
import type { World } from './world.ts'

/** What people do that the app has to answer. Each throws a Mistake when a person could not do that in Discord. */
export interface Actions {
  /** Presses a button or chooses in a select. */
  use(what: Use): Interaction
  /** A slash command, or one from the menu of a message or a person. */
  run(what: RunCommand): Interaction
  /** The choices the app offers while an option is typed. */
  autocomplete(what: Autocomplete): Promise<Choice[]>
  /** Sends the form that is open before them. */
  submit(what: Submit): Interaction
  /** Closes it without sending. */
  dismiss(user: string): void
}

export function createActions(parts: { world: World; commands: Commands; interactions: Interactions }): Actions {
  const { world, commands, interactions } = parts

  return {
    use({ custom_id, values, ...at }) {
      const post = messageBefore(world, at)
      const component = [...walk(post.components)].find((each) => each['custom_id'] === custom_id)
      if (!component) throw new Mistake(`There is nothing ${custom_id} to use in that message`, 404)
      if (component['disabled']) throw new Mistake('That is switched off')
      const channel = world.channels.get(at.channel)!
      const data = componentData(world, channel, component, values)
      return interactions.begin({
        type: InteractionType.component,
        user: at.user,
        channel: at.channel,
        data,
        source: post.id,
      })
    },
    run(what) {
      const channel = placeOf(world, what)
      const usable = commands.usable(channel, what.user)
      const data = commandData(world, channel, usable, what)
      const target =
        what.target === undefined || data['type'] !== CommandType.message
          ? undefined
          : world.posts.get(channel.id, what.target)
      const { user, name } = what
      return interactions.begin({
        type: InteractionType.command,
        user,
        channel: channel.id,
        name,
        data: { ...data, ...shown(target) },
      })
    },
    autocomplete({ focused, ...what }) {
      const channel = placeOf(world, what)
      const data = commandData(world, channel, commands.usable(channel, what.user), what, focused)
      const { user, name } = what
      return interactions.choices(
        interactions.begin({ type: InteractionType.autocomplete, user, channel: channel.id, name, data }),
      )
    },
    submit({ user, fields }) {
      const modal = interactions.modals.get(user)
      if (!modal) throw new Mistake('There is no form open', 404)
      const { channel, source } = modal.interaction
      const data = modalData(world, world.channels.get(channel)!, modal.custom_id, modal.components, fields)
      interactions.closeModal(user)
      return interactions.begin({ type: InteractionType.modal, user, channel, data, ...(source && { source }) })
    },
    dismiss: (user) => interactions.closeModal(user),
  }

  /** The target of a context menu is shown to the app whatever it may see otherwise. */
  function shown(target: Post | undefined): Json {
    return target ? { resolved: { messages: { [target.id]: messageJson(world, target, { content: true }) } } } : {}
  }
}

function componentData(world: World, channel: Channel, component: Json, values: string[] | undefined): Json {
  const { type, custom_id, id } = component
  const common = { component_type: type, custom_id, id }
  if (type === ComponentType.button) return common
  const {
    options,
    min_values: min = 1,
    max_values: max = 1,
  } = component as { options?: Json[]; min_values?: number; max_values?: number }
  const chosen = values ?? []
  if (chosen.length < min || chosen.length > max) throw new Mistake(`Choose ${min} to ${max}`)
  if (options && chosen.some((value) => !options.some((option) => option['value'] === value)))
    throw new Mistake('That is not among the options')
  return { ...common, values: chosen, ...resolvedBy(world, channel, Number(type), chosen) }
}

/** Ids chosen in a select of people, roles or channels. */
function resolvedBy(world: World, channel: Channel, type: number, ids: string[]): Json {
  const { userSelect, roleSelect, mentionableSelect, channelSelect } = ComponentType
  const users = ids.filter((id) => world.users.has(id))
  if (type === userSelect) return resolved(world, channel, { users })
  if (type === roleSelect) return resolved(world, channel, { roles: ids })
  if (type === channelSelect) return resolved(world, channel, { channels: ids })
  if (type === mentionableSelect)
    return resolved(world, channel, { users, roles: ids.filter((id) => !users.includes(id)) })
  return {}
}

function modalData(
  world: World,
  channel: Channel,
  custom_id: string,
  components: Json[],
  fields: Submit['fields'],
): Json {
  const files: string[] = []
  const filled = components.map((part): Json => {
    const { type, id } = part
    if (type === ComponentType.label) {
      return { type, id, component: fillIn(world, channel, part['component'] as Json, fields, files) }
    }
    if (type === ComponentType.row) {
      return {
        type,
        id,
        components: (part['components'] as Json[]).map((each) => fillIn(world, channel, each, fields, files)),
      }
    }
    return { type, id }
  })
  return { custom_id, components: filled, ...resolved(world, channel, { files }) }
}

function fillIn(world: World, channel: Channel, input: Json, fields: Submit['fields'], files: string[]): Json {
  const { type, id, custom_id, required = true } = input
  const value = fields[String(custom_id)]
  const common = { type, id, custom_id }
  const missing = (): never => {
    throw new Mistake(`${String(custom_id)} must be filled in`)
  }
  switch (type) {
    case ComponentType.textInput: {
      const text = typeof value === 'string' ? value : String(input['value'] ?? '')
      const { min_length: min = 0, max_length: max = 4000 } = input as { min_length?: number; max_length?: number }
      if (required && !text) missing()
      if (text && (text.length < min || text.length > max))
        throw new Mistake(`${String(custom_id)} must have ${min} to ${max} characters`)
      return { ...common, value: text }
    }
    case ComponentType.checkbox:
      return { ...common, value: value === true }
    case ComponentType.radioGroup:
      if (required && typeof value !== 'string') missing()
      return { ...common, value: value ?? null }
    case ComponentType.fileUpload: {
      const uploads = Array.isArray(value) ? value.filter((each): each is Upload => isRecord(each)) : []
      const { min_values: min = 1, max_values: max = 1 } = input as { min_values?: number; max_values?: number }
      if (uploads.length > max || (required && uploads.length < min))
        throw new Mistake(`${String(custom_id)} takes ${min} to ${max} files`)
      const ids = uploads.map((upload) => world.files.add(channel.id, fromBase64(upload)).id)
      files.push(...ids)
      return { ...common, values: ids }
    }
    default: {
      const values = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : []
      if (required && values.length === 0) missing()
      return { ...common, values, ...resolvedBy(world, channel, Number(type), values) }
    }
  }
}
