/** What is wrong with a request before anybody knows what it asks for. */
export const request = {
  nothingHere: 'There is nothing at this address.',
  onlyAllowed: (methods: string) => `Only ${methods} is allowed here.`,
  internal: 'Something went wrong on our side. The log has the cause under this requestId.',
  bodyTooLarge: 'The body is too large.',
  mediaType: 'Send the body as JSON, with `Content-Type: application/json`.',
  contentLength: 'The body is not as long as its Content-Length says.',
  badPath: 'The path of the URL is not properly percent-encoded.',
  longPath: 'A part of the path is too long.',
  encoded: 'Send the body uncompressed, without a Content-Encoding.',
  notUtf8: 'The body is not valid UTF-8, which JSON is written in.',
  emptyBody: 'The body is empty; it must be a JSON object.',
  notJson: 'The body is not valid JSON.',
  notJsonAt: (character: number) => `The body is not valid JSON. It breaks at character ${character}.`,
  notUnderstood: 'The request cannot be understood; `errors` says why.',
  beyondKey: 'This key may only issue and change management keys with scopes that it has itself.',
  subscribeBeyond: 'This key may subscribe only with the scope turns:read besides.',
  draftKey:
    'This key only talks to what is live. A draft needs a management key that may change agents (`agents:write`).',
  noSchedule: 'There is no schedule of this id.',
  noRule: 'No rule of the draft has this phrase.',
  noScenario: 'The draft has no such scenario.',
}
