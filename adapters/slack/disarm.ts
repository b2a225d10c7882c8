/**
 * What begins a mention, up to and without the letter that makes it one: `<!channe|l>`, `@her|e`; and the beginning of a
 * person's, whose id is looked at. Markdown takes a backslash away, so `<\!channel>` counts, too. Addresses such as
 * `https://example.com/@here` are left alone.
 */
const SPARK =
  /<\\?!(?:channe(?=l)|her(?=e)|everyon(?=e)|subtea(?=m))|<\\?@[UW][A-Z0-9]+|<\\?#[CDG](?=[A-Z0-9])|(?<![\w/=&?%.+@-])@(?:channe(?=l)|her(?=e)|everyon(?=e))/g

const ZERO_WIDTH_SPACE = '\u200b'
/** Of a text. A zero-width space takes three bytes; these fit between the part limit and what Slack was seen to take. */
const READABLE = 190

/**
 * Makes every mention and broadcast in a model's text dead, in code as well, where it looks the same as before; only `alive`,
 * a person's id, may be mentioned. What is added stands before the letter it is added for, so the result of a longer text
 * begins with that of a shorter one and a mention cut in two by streaming is found when it becomes one. After 190 mentions a
 * letter is lost instead, so that a text of nothing else still fits into its message.
 */
export function disarm(text: string, alive?: string): string {
  if (!text.includes('<') && !text.includes('@')) return text
  let found = 0
  let safe = ''
  let from = 0
  for (const spark of text.matchAll(SPARK)) {
    const end = sparkEnd(spark, alive)
    if (end === undefined) continue
    const readable = found++ < READABLE
    safe += text.slice(from, end) + (readable ? ZERO_WIDTH_SPACE : '?')
    from = readable ? end : end + 1
  }
  return safe + text.slice(from)
}

/** Where it must be put out; undefined for what is no danger. */
function sparkEnd({ 0: match, index, input }: RegExpExecArray, alive = ''): number | undefined {
  const end = index + match.length
  const at = match.indexOf('@') + 1
  if (at === 0 || match[0] !== '<') return end
  const id = match.slice(at)
  // What is still the beginning of the one id may become it.
  if (id === alive || (alive.startsWith(id) && end === input.length)) return undefined
  let same = 0
  while (same < id.length && id[same] === alive[same]) same++
  return index + at + Math.max(1, same)
}

/** For mrkdwn, where only these three characters have to be escaped and nothing escaped can be a mention. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
