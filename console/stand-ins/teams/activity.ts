import { randomUUID } from 'node:crypto'
import type { Json } from '../shared/json.ts'
import { bodyOf, escapeHtml, previewOf } from './body-html.ts'
import { toConversationId } from './place-ref.ts'
import type { Place, Post } from './records.ts'
import type { World } from './world.ts'

/** An activity as it is sent to the app. */
export type Activity = Json & { type: string; id: string; conversation: Json & { id: string } }

export interface Activities {
  /** What every activity of a person in a place has; `root`: in that thread. */
  of(what: {
    user: string
    place: Place
    root?: string | undefined
    type: string
    id?: string | undefined
    targeted?: boolean
    rest?: Json
    channelData?: Json
  }): Activity
  /** A message as it is first said, or said anew by an edit. */
  message(post: Post, place: Place): Activity
}

export function createActivities(parts: {
  world: World
  now: () => number
  serviceUrl: () => string
  url: () => string
}): Activities {
  const { world, now, serviceUrl, url } = parts

  function channelDataOf(place: Place): Json {
    const { team, meeting } = place
    const channel = team && {
      teamsChannelId: place.id,
      teamsTeamId: team.id,
      channel: { id: place.id },
      // Its id in Entra has to be asked for.
      team: { id: team.id, name: team.name },
    }
    return { ...channel, ...(meeting && { meeting: { id: meeting } }), tenant: { id: world.tenant.id } }
  }

  function conversationOf(place: Place, root: string | undefined): Json & { id: string } {
    const types = { personal: 'personal', group: 'groupChat', channel: 'channel' }
    return {
      ...(place.kind !== 'personal' && { isGroup: true }),
      ...(place.kind === 'group' && { name: place.name }),
      conversationType: types[place.kind],
      tenantId: world.tenant.id,
      id: toConversationId({ place: place.id, ...(root && { root }) }),
    }
  }

  const activities: Activities = {
    of({ user, place, root, type, id, targeted = false, rest, channelData }) {
      const { name, aadObjectId, locale = 'en-US' } = world.person(user)
      const at = new Date(now()).toISOString()
      return {
        type,
        id: id ?? `f:${randomUUID()}`,
        timestamp: at,
        localTimestamp: at,
        channelId: 'msteams',
        serviceUrl: serviceUrl(),
        from: { id: user, name, aadObjectId },
        conversation: conversationOf(place, root),
        recipient: { id: world.botId, name: world.app.name, ...(targeted && { isTargeted: true }) },
        entities: [{ locale, country: 'US', platform: 'Web', timezone: 'UTC', type: 'clientInfo' }],
        channelData: { ...channelDataOf(place), ...channelData },
        locale,
        localTimezone: 'UTC',
        ...rest,
      }
    },
    message(post, place) {
      const activity = activities.of({
        user: post.author,
        place,
        root: place.kind === 'channel' ? (post.root ?? post.id) : undefined,
        type: 'message',
        id: post.id,
        targeted: post.targetedTo !== undefined,
      })
      const mentions = post.mentions.map(({ id, text }) => ({
        type: 'mention',
        mentioned: { id, name: world.nameOf(id) },
        text,
      }))
      const files = post.attachments.flatMap((one) => fileOf(one, place))
      const isRich =
        mentions.length > 0 || post.attachments.some(({ kind }) => kind === 'image') || hasMoreThanText(post, place)
      const attachments = isRich ? [...files, htmlTwin(post, place)] : files
      const { forwards } = post
      const text = forwards ? [post.text, forwards.text].filter(Boolean).join('\r\n\r\n') : post.text
      return {
        ...activity,
        textFormat: 'plain',
        ...(text && { text }),
        ...(attachments.length > 0 && { attachments }),
        entities: [...mentions, ...quotedReply(post), ...(activity['entities'] as Json[])],
      }
    },
  }

  /** What newer clients say of a quotation, besides what stands in the HTML. */
  function quotedReply(post: Post): Json[] {
    const quoted = post.quotes === undefined ? undefined : world.posts(post.place).get(post.quotes)
    if (!quoted) return []
    const sender = { senderId: quoted.author, senderName: world.authorName(quoted) }
    const preview = previewOf(quoted)
    const more = { preview, time: quoted.id, isReplyDeleted: quoted.deleted, validatedMessageReference: true }
    return [{ type: 'quotedReply', quotedReply: { messageId: quoted.id, ...sender, ...more } }]
  }

  /**
   * Pasted images are behind the connector's lock; documents come with a link that opens by itself, in personal chats alone:
   * elsewhere all that a bot is told of them is a mark in the HTML.
   */
  function fileOf(shown: Post['attachments'][number], { kind }: Place): Json[] {
    if (shown.kind === 'image') {
      return [
        {
          contentType: shown.contentType,
          contentUrl: `${serviceUrl()}v3/attachments/${shown.file}/views/original`,
        },
      ]
    }
    if (shown.kind === 'file' && kind !== 'personal') return []
    if (shown.kind === 'card') return [{ contentType: shown.contentType, content: shown.content }]
    if (shown.kind !== 'file') throw new Error('People offer nothing')
    const downloadUrl = `${url()}/download/${shown.file}`
    const content = { downloadUrl, uniqueId: shown.file, fileType: shown.name.split('.').at(-1) ?? '' }
    const type = 'application/vnd.microsoft.teams.file.download.info'
    const contentUrl = `https://files.example.com/${encodeURIComponent(shown.name)}`
    return [{ contentType: type, contentUrl, name: shown.name, content }]
  }

  function htmlTwin(post: Post, place: Place): Json {
    let index = 0
    const said = bodyOf(post).replace(/<at>(.*?)<\/at>/g, (_, name: string) => {
      const itemid = index++
      return `<span itemscope="" itemtype="http://schema.skype.com/Mention" itemid="${itemid}">${name}</span>`
    })
    const text = [quotedHtml(post), said, forwardedHtml(post)].join('')
    const marks = place.kind === 'personal' ? [] : post.attachments.filter(({ kind }) => kind === 'file')
    const images = post.attachments
      .filter((shown) => shown.kind === 'image')
      .map(({ name, file }) => {
        return `<img alt="${escapeHtml(name)}" src="${serviceUrl()}v3/attachments/${file}/views/original">`
      })
    const files = marks.map((_, n) => `<attachment id="${post.id}-${n}"></attachment>`)
    return { contentType: 'text/html', content: `<div>${[text, ...images, ...files].filter(Boolean).join('')}</div>` }
  }

  function quotedHtml({ place, quotes }: Post): string {
    const quoted = quotes === undefined ? undefined : world.posts(place).get(quotes)
    if (!quoted) return ''
    const name = escapeHtml(world.authorName(quoted))
    const author = `<strong itemprop="mri" itemid="8:orgid:${quoted.author}">${name}</strong>`
    const said = `<p itemprop="preview">${escapeHtml(previewOf(quoted))}</p>`
    return `<blockquote itemscope="" itemtype="http://schema.skype.com/Reply" itemid="${quoted.id}">${author}<span itemprop="time" itemid="${quoted.id}"></span>${said}</blockquote>`
  }

  return activities
}

/** It comes without a name and a time. */
const forwardedHtml = ({ forwards }: Post): string =>
  forwards ? `<blockquote itemtype="http://schema.skype.com/Forward">${forwards.html}</blockquote>` : ''

const hasMoreThanText = (post: Post, { kind }: Place): boolean =>
  (post.html ?? post.quotes ?? post.forwards) !== undefined ||
  (kind !== 'personal' && post.attachments.some((one) => one.kind === 'file'))
