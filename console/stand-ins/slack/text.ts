import type { Workspace } from './workspace.ts'

/** An address, or words that the editor makes a link of. */
const LINK = /(\[[^[\]\n]+\]\(https?:\/\/[^\s<>|()]+\)|https?:\/\/[^\s<>|]*[^\s<>|.,;:!?)"'])/
const WORDS = /^\[(.+)\]\((.+)\)$/
const NAME = '[\\p{L}\\d](?:[\\p{L}\\d._-]*[\\p{L}\\d])?'
const PERSON = new RegExp(`(?<![\\w<@])@(${NAME})`, 'gu')
const CHANNEL = new RegExp(`(?<![\\w<#&])#(${NAME})`, 'gu')

/** What Slack stores when a person types: entities escaped; mentions, channels and links in angle brackets. */
export function typed(workspace: Workspace, text: string): string {
  const people = new Map<string, string>()
  for (const { id, name, real_name } of workspace.users.values()) {
    people.set(name.toLowerCase(), `<@${id}>`)
    people.set(real_name.toLowerCase(), `<@${id}>`)
  }
  for (const { id, handle } of workspace.groups) people.set(handle.toLowerCase(), `<!subteam^${id}>`)
  for (const group of ['channel', 'here', 'everyone']) people.set(group, `<!${group}>`)
  const channels = new Map<string, string>()
  for (const { id, name } of workspace.channels.values()) channels.set(name.toLowerCase(), `<#${id}|${name}>`)

  const pieces = text.split(LINK).map((piece, index) => {
    const escaped = escapeEntities(piece)
    // Every second piece is a link.
    if (index % 2 === 1) return `<${escaped.replace(WORDS, '$2|$1')}>`
    return escaped
      .replaceAll(PERSON, (whole, name: string) => people.get(name.toLowerCase()) ?? whole)
      .replaceAll(CHANNEL, (whole, name: string) => channels.get(name.toLowerCase()) ?? whole)
  })
  return pieces.join('')
}

function escapeEntities(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const MENTION = /<(?:@[UW][A-Z0-9]+|!(?:channel|here|everyone|subteam\^[A-Z0-9]+))(?:\|[^>]*)?>/g
const FENCE = /^ {0,3}(`{3,}|~{3,})[^\n]*\n(?:[\s\S]*?^ {0,3}\1[`~]*[ \t]*$|[\s\S]*)/gm
const CODE_SPAN = /(?<!`)(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g

/** Mentions that notify people. In mrkdwn none is safe, wherever it stands. */
export function mentionsIn(mrkdwn: string): string[] {
  return mrkdwn.includes('<') ? (mrkdwn.match(MENTION) ?? []) : []
}

/** In Markdown, code is shown as it is. While a text still grows, an open code span may yet be closed. */
export function mentionsInMarkdown(markdown: string, complete: boolean): string[] {
  if (!markdown.includes('<@') && !markdown.includes('<!')) return []
  const prose = markdown.replaceAll(FENCE, '').replaceAll(CODE_SPAN, '')
  return mentionsIn(complete ? prose : prose.replace(/`[^`]*$/, ''))
}

/** With `link_names` or `parse=full` plain words become mentions, too. */
export function linkBroadcasts(text: string): string {
  return text.replaceAll(/(?<![\w<!])@(channel|here|everyone)\b/g, '<!$1>')
}
