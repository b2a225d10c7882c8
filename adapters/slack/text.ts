/** Slack's mrkdwn as it comes in → what the person wrote. */

/** A mention at the start, with what separates it from the rest: `<@U0PARLEY>, `. */
const LEADING = /^\s*<@([UW][A-Z0-9]+)(?:\|[^<>]*)?>[\s,:]*/
const MENTIONED = /<@([UW][A-Z0-9]+)(?:\|[^<>]*)?>/g
/** Channels that are public, and groups: Slack leaves the name empty of what not everybody may know. */
const SPOKEN_OF = /<(?:#(C[A-Z0-9]+)|!subteam\^(S[A-Z0-9]+))\|?>/g
const CALLED = /<(?:@|!subteam\^)([A-Z0-9]+)(?:\|[^<>]*)?>/g
const TOKEN = /<([^<>]*)>|&(?:amp|lt|gt);/g
const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** The people and user groups it is addressed to, by their ids. */
export function mentions(text: string): string[] {
  return Array.from(text.matchAll(CALLED), ([, id]) => id!)
}

/** Those whose names do not come with the mention, each once. */
export function nameless(text: string, bot: string): string[] {
  const found = Array.from(text.matchAll(MENTIONED)).filter(([mention, user]) => user !== bot && !mention.includes('|'))
  const others = Array.from(text.matchAll(SPOKEN_OF), ([, channel, group]) => channel ?? group!)
  return [...new Set([...found.map(([, user]) => user!), ...others])]
}

/** Entities are decoded once, in the same pass in which tokens are read: `&amp;lt;` is what somebody wrote as `&lt;`. */
export function readText(text: string, bot: { id: string; name: string }): string {
  return withoutCall(text, bot.id).replaceAll(TOKEN, (whole, token?: string) =>
    token === undefined ? ENTITIES[whole]! : readToken(token, bot),
  )
}

/** Without the mention that only says who is spoken to. */
function withoutCall(text: string, bot: string): string {
  let said = text
  for (let call = LEADING.exec(said); call?.[1] === bot; call = LEADING.exec(said)) said = said.slice(call[0].length)
  return said
}

const decode = (text: string): string => text.replaceAll(/&(?:amp|lt|gt);/g, (entity) => ENTITIES[entity]!)

function readToken(token: string, bot: { id: string; name: string }): string {
  const bar = token.indexOf('|')
  const target = decode(bar < 0 ? token : token.slice(0, bar))
  const label = bar < 0 ? '' : decode(token.slice(bar + 1))
  const name = target.slice(1)
  if (target.startsWith('@')) return `@${label.replace(/^@/, '') || (name === bot.id ? bot.name : name)}`
  if (target.startsWith('#')) return `#${label || name}`
  if (target.startsWith('!')) return readCommand(name, label)
  const address = target.replace(/^(?:mailto|tel):/, '')
  if (!label || label === target || label === address) return address
  // Slack itself turns `example.com` into `<http://example.com|example.com>`.
  if (target === `http://${label}` || target === `https://${label}`) return label
  return `${label} (${address})`
}

/** `<!here>`, `<!subteam^S0|@team>`, `<!date^…^…|yesterday>`. */
function readCommand(name: string, label: string): string {
  if (name.startsWith('date^')) return label || 'a date'
  const group = name.startsWith('subteam^') ? name.slice('subteam^'.length) : name
  return `@${(label || group).replace(/^@/, '')}`
}
