import { randomUUID } from 'node:crypto'
import type { Json } from '../shared/json.ts'
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
    const { team } = place
    const channel = team && {
      teamsChannelId: place.id,
      teamsTeamId: team.id,
      channel: { id: place.id },
      team: { id: team.id, name: team.name, aadGroupId: team.aadGroupId },
    }
    return { ...channel, tenant: { id: world.tenant.id } }
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
      const files = post.attachments.map(fileOf)
      const isRich = mentions.length > 0 || post.attachments.some(({ kind }) => kind === 'image')
      const attachments = isRich ? [...files, htmlTwin(post)] : files
      return {
        ...activity,
        textFormat: 'plain',
        ...(post.text && { text: post.text }),
        ...(attachments.length > 0 && { attachments }),
        entities: [...mentions, ...(activity['entities'] as Json[])],
      }
    },
  }

  /** Pasted images are behind the connector's lock; documents come with a link that opens by itself. */
  function fileOf(shown: Post['attachments'][number]): Json {
    if (shown.kind === 'image') {
      return {
        contentType: shown.contentType,
        contentUrl: `${serviceUrl()}v3/attachments/${shown.file}/views/original`,
      }
    }
    if (shown.kind === 'card') throw new Error('People send no cards')
    const downloadUrl = `${url()}/download/${shown.file}`
    const content = { downloadUrl, uniqueId: shown.file, fileType: shown.name.split('.').at(-1) ?? '' }
    return {
      contentType: 'application/vnd.microsoft.teams.file.download.info',
      contentUrl: `https://files.example.com/${encodeURIComponent(shown.name)}`,
      name: shown.name,
      content,
    }
  }

  function htmlTwin(post: Post): Json {
    let index = 0
    const text = escapeHtml(post.text).replace(/&lt;at&gt;(.*?)&lt;\/at&gt;/g, (_, name: string) => {
      const itemid = index++
      return `<span itemscope="" itemtype="http://schema.skype.com/Mention" itemid="${itemid}">${name}</span>`
    })
    const images = post.attachments
      .filter((shown) => shown.kind === 'image')
      .map(({ name, file }) => {
        return `<img alt="${escapeHtml(name)}" src="${serviceUrl()}v3/attachments/${file}/views/original">`
      })
    return { contentType: 'text/html', content: `<div>${[text, ...images].filter(Boolean).join('')}</div>` }
  }

  return activities
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
