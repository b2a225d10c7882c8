/** Headers that frame a request, which only the HTTP client can write. */
const framing = [
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]
const signing = ['x-hmac', 'webhook-id', 'webhook-timestamp', 'webhook-signature']

export function isFraming(name: string): boolean {
  return framing.includes(name.toLowerCase())
}

/** What is wrong with a header that is to be configured. */
export function headerFault(name: string, value: string): { at: 'key' | 'value'; message: string } | undefined {
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) return { at: 'key', message: 'is not the name of a header' }
  if (isFraming(name) || signing.includes(name.toLowerCase())) {
    return { at: 'key', message: 'is a header that Parley writes itself' }
  }
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
    ? undefined
    : { at: 'value', message: 'must hold no line break and no character beyond Latin-1' }
}
