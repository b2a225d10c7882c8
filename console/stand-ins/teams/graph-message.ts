import type { Json } from '../shared/json.ts'
import { bodyOf, previewOf } from './body-html.ts'
import type { Place, Post } from './records.ts'
import type { World } from './world.ts'

/** A message as Graph tells it. */
export function createGraphMessages({ world, url }: { world: World; url: () => string }) {
  function addressOf(place: Place, { id, root }: Post): string {
    if (place.kind !== 'channel') return `chats/${place.id}/messages/${id}`
    const messages = `teams/${place.team!.aadGroupId}/channels/${place.id}/messages`
    return root ? `${messages}/${root}/replies/${id}` : `${messages}/${id}`
  }

  function messageOf(post: Post): Json {
    const place = world.places.get(post.place)!
    const { id, root, at, deleted, edited } = post
    const time = new Date(at).toISOString()
    const attachments = attachmentsOf(post, place)
    const marks = attachments.map((one) => `<attachment id="${one['id']}"></attachment>`).join('')
    const pictures = post.attachments.flatMap((one) => (one.kind === 'image' && one.file ? [one] : []))
    const images = pictures.map(({ name, file }) => {
      const src = `${url()}/graph/v1.0/${addressOf(place, post)}/hostedContents/${file}/$value`
      return `<img alt="${name}" src="${src}" width="32" height="32" itemid="${file}">`
    })
    let mention = 0
    const said = bodyOf(post).replaceAll('<at>', () => `<at id="${mention++}">`)
    return {
      id,
      replyToId: root ?? null,
      etag: id,
      messageType: 'message',
      createdDateTime: time,
      lastModifiedDateTime: time,
      lastEditedDateTime: edited ? time : null,
      deletedDateTime: deleted ? time : null,
      subject: null,
      summary: null,
      chatId: place.kind === 'group' ? place.id : null,
      importance: 'normal',
      locale: 'en-us',
      webUrl: `https://teams.example.com/l/message/${encodeURIComponent(place.id)}/${id}`,
      from: authorOf(post),
      body: { contentType: 'html', content: deleted ? '' : `${marks}${said}${images.join('')}` },
      channelIdentity: place.team ? { teamId: place.team.aadGroupId, channelId: place.id } : null,
      attachments,
      mentions: post.mentions.map((one, n) => ({
        id: n,
        mentionText: world.nameOf(one.id),
        mentioned: identityOf(one.id, world.nameOf(one.id)),
      })),
      reactions: [],
    }
  }

  function identityOf(id: string, name: string): Json {
    const person = world.people.get(id)
    return id.startsWith('28:')
      ? {
          application: { id: id.slice(3), displayName: name, applicationIdentityType: 'bot' },
          device: null,
          user: null,
        }
      : {
          application: null,
          device: null,
          user: { id: person?.aadObjectId ?? id, displayName: name, userIdentityType: 'aadUser' },
        }
  }
  const authorOf = (post: Post): Json => identityOf(post.author, world.authorName(post))

  function attachmentsOf(post: Post, place: Place): Json[] {
    if (post.deleted) return []
    const { quotes, forwards } = post
    const quoted = quotes === undefined ? undefined : world.posts(place.id).get(quotes)
    const reference = quoted && {
      id: quoted.id,
      contentType: 'messageReference',
      contentUrl: null,
      content: JSON.stringify({
        messageId: quoted.id,
        messagePreview: previewOf(quoted),
        messageSender: authorOf(quoted),
      }),
    }
    const forwarded = forwards && {
      id: forwards.id,
      contentType: 'forwardedMessageReference',
      contentUrl: null,
      content: JSON.stringify({
        originalMessageId: forwards.id,
        originalMessageContent: forwards.html,
        originalConversationId: forwards.place,
        originalSentDateTime: new Date(forwards.at).toISOString(),
        originalMessageSender: identityOf(forwards.author, forwards.name),
      }),
    }
    const others = post.attachments.flatMap((shown, n): Json[] => {
      const id = `${post.id}-${n}`
      if (shown.kind === 'card') return [{ id, contentType: shown.contentType, content: JSON.stringify(shown.content) }]
      if (shown.kind !== 'file') return []
      return [{ id, contentType: 'reference', contentUrl: sharedUrl(place, shown), name: shown.name, content: null }]
    })
    return [...(reference ? [reference] : []), ...(forwarded ? [forwarded] : []), ...others]
  }

  const sharedUrl = ({ name: place }: Place, { file, name }: { file: string; name: string }): string =>
    `https://example.sharepoint.com/sites/hq/Shared Documents/${place}/${file}/${name}`

  return messageOf
}
