import { compose, recompose } from './compose.ts'
import { CallbackType } from './forms/callback.ts'
import { readAnswer, readEdit } from './forms/message.ts'
import { type Interaction, InteractionType } from './interaction.ts'
import type { Interactions } from './interactions.ts'
import { MessageFlag, MessageType, type Post } from './records.ts'
import { refuse } from './refusal.ts'
import type { Upload } from './upload.ts'
import type { World } from './world.ts'

/** What the app answers to interactions: at once, and later with their token. */
export interface Answers {
  /** The message it leads to, if it leads to one. */
  callback(
    id: string,
    token: string,
    body: unknown,
    files: Upload[],
  ): { interaction: Interaction; post: Post | undefined }
  followUp(token: string, body: unknown, files: Upload[]): Post
  /** `id`: of a message, or `@original`. */
  get(token: string, id: string): Post
  edit(token: string, id: string, body: unknown, files: Upload[]): Post
  remove(token: string, id: string): void
}

const ORIGINAL = '@original'
/** Documented: where the app is only because somebody has installed it for themselves. */
const FOLLOW_UPS = 5

export function createAnswers(parts: { world: World; interactions: Interactions; now: () => number }): Answers {
  const { world, interactions, now } = parts

  /** What a message says about the interaction it answers. */
  function about(interaction: Interaction, ephemeral: boolean): Partial<Post> {
    const { id, type, user, name, source, channel, data } = interaction
    const isCommand = type === InteractionType.command
    const isMenu = isCommand && data['type'] !== 1
    const reply = source !== undefined && !isEphemeral(source, channel)
    return {
      type: isMenu
        ? MessageType.contextMenu
        : isCommand
          ? MessageType.command
          : reply
            ? MessageType.reply
            : MessageType.default,
      webhook: { id: world.app.id, name: world.app.name },
      interaction: { id, type, user, ...(name && { name }), ...(source && { source }) },
      ...(reply && { reference: { message: source, channel } }),
      ...(ephemeral && { ephemeralTo: user, flags: MessageFlag.ephemeral }),
    }
  }

  const isEphemeral = (id: string, channel: string): boolean => world.posts.get(channel, id)?.ephemeralTo !== undefined
  const channelOf = ({ channel }: Interaction) => world.channels.get(channel) ?? refuse(10003)

  function answer(interaction: Interaction, body: unknown, files: Upload[], extra: Partial<Post> = {}): Post {
    const content = readAnswer(body, files)
    const ephemeral = ((content.flags ?? 0) & MessageFlag.ephemeral) !== 0
    const { flags, ...rest } = content
    const kept = (flags ?? 0) & ~MessageFlag.ephemeral
    return compose(world, channelOf(interaction), { ...rest, flags: kept }, files, {
      ...about(interaction, ephemeral),
      ...extra,
    })
  }

  function find(token: string, id: string): { interaction: Interaction; post: Post } {
    const interaction = interactions.byToken(token)
    const wanted = id === ORIGINAL ? interaction.original : id
    const isOwn = wanted !== undefined && (wanted === interaction.original || interaction.messages.includes(wanted))
    const post = isOwn ? world.posts.get(interaction.channel, wanted) : undefined
    return { interaction, post: post ?? refuse(10008) }
  }

  function change(post: Post, body: unknown, files: Upload[]): Post {
    const content = readEdit(body, files, (post.flags & MessageFlag.componentsV2) !== 0)
    // What fills a message that waited is its first content, not an edit.
    const waited = (post.flags & MessageFlag.loading) !== 0
    recompose(world, post, content, files, waited ? undefined : now())
    return post
  }

  return {
    callback(id, token, body, files) {
      const { interaction, callback } = interactions.accept(id, token, body)
      const settle = (post?: Post, ephemeral = false): { interaction: Interaction; post: Post | undefined } => {
        const original = post && { original: post.id, messages: [post.id] }
        interactions.settle(interaction, { callback: callback.type, ephemeral, ...original })
        return { interaction, post }
      }
      const source =
        interaction.source === undefined ? undefined : world.posts.get(interaction.channel, interaction.source)
      switch (callback.type) {
        case CallbackType.message:
          return settle(answer(interaction, callback.data, files))
        case CallbackType.defer: {
          const extra = about(interaction, callback.ephemeral)
          const flags = (extra.flags ?? 0) | MessageFlag.loading
          const post = world.posts.add({ channel: interaction.channel, author: world.app.id, ...extra, flags })
          return settle(post, callback.ephemeral)
        }
        case CallbackType.deferUpdate:
          return settle(source ?? refuse(10008))
        case CallbackType.update:
          return settle(change(source ?? refuse(10008), callback.data, files))
        case CallbackType.autocomplete:
          interactions.offer(interaction, callback.choices)
          return settle()
        case CallbackType.modal:
          interactions.openModal(interaction, callback.modal)
          return settle()
      }
    },
    followUp(token, body, files) {
      const interaction = interactions.byToken(token)
      const original =
        interaction.original === undefined ? undefined : world.posts.get(interaction.channel, interaction.original)
      const { flags: _, ...rest } = (body ?? {}) as Record<string, unknown>
      // The first one fills the message that waits, as an edit of it would.
      if (original && original.flags & MessageFlag.loading) return change(original, rest, files)
      const followed = interaction.messages.filter((id) => id !== interaction.original).length
      if (!world.isIn(channelOf(interaction)) && followed >= FOLLOW_UPS) refuse(40094)
      const post = answer(interaction, body, files)
      interactions.settle(interaction, { messages: [...interaction.messages, post.id] })
      return post
    },
    get: (token, id) => find(token, id).post,
    edit: (token, id, body, files) => change(find(token, id).post, body, files),
    remove(token, id) {
      world.posts.remove([find(token, id).post])
    },
  }
}
