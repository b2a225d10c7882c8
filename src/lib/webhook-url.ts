/** `#{key}` and `@{thirdPartyToken}`. */
const place = /#\{[^{}\r\n]*\}|@\{thirdPartyToken\}/g

/** What is wrong with the URL of a webhook, in which `#{key}` and `@{thirdPartyToken}` may stand after the host only. */
export function webhookUrlFault(template: string): string | undefined {
  const [one, other] = ['a', 'b'].map((probe) => shapeOf(template.replace(place, probe)))
  if (!one || !other) return 'must be a URL like https://example.com/hook'
  if (one.server !== other.server)
    return 'must not hold #{…} or @{…} before the path: who is called never depends on a conversation'
  if (one.hasCredentials) return 'must not hold a user name or password: give them in authHeaders'
  return undefined
}

/** Whether a URL that was filled in still calls the same server, inside the same path: a value may be `..`. */
export function keepsShape(template: string, filled: string): boolean {
  const [meant, got] = [template.replace(place, 'a'), filled].map(shapeOf)
  return meant !== undefined && got !== undefined && meant.server === got.server && meant.depth === got.depth
}

/** The server that is called, with what is still to be filled in as it stands there; undefined where there is none to tell. */
export function serverOf(template: string): string | undefined {
  const text = template.replace(place, (filledIn) => Buffer.from(filledIn).toString('hex'))
  return URL.canParse(text) ? new URL(text).origin : undefined
}

/** Whether a secret that was meant for one of them may be sent to the other. */
export function isSameServer(one: string, other: string): boolean {
  const server = serverOf(one)
  return server !== undefined && server !== 'null' && server === serverOf(other)
}

function shapeOf(text: string) {
  if (!URL.canParse(text)) return undefined
  const { protocol, username, password, host, pathname } = new URL(text)
  return {
    server: JSON.stringify([protocol, username, password, host]),
    hasCredentials: username !== '' || password !== '',
    depth: pathname.split('/').length,
  }
}
