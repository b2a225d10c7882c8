export const en = {
  invalidBody: 'The request has faults. `errors` names each of them.',
  invalidApiKey: 'The API key is missing, unknown or revoked. Check it in the console, or issue a new one.',
  apiDisabled: 'The API integration of this account is switched off. An administrator can switch it on.',
  agentNotFound: 'There is no agent with this agent_id that this key may talk to.',
  streamingDisabled:
    'This agent does not stream its answers. Leave out `stream`, or switch `autoResponseSettings.stream` on.',
  imageNotSupported:
    "This agent's model does not understand images. Leave out `base64_image`, or choose another model.",
  tooManyRequests: 'Too many requests with this key. Wait as long as Retry-After says.',
  bodyTooLarge: 'Apart from `base64_image` the body may have at most 256 KiB.',
  interrupted: 'The answer was interrupted before it was whole. Please ask again.',
  storageUnavailable: 'Nothing can be stored at the moment. Nothing was changed; please try again later.',
  tooManyWrongKeys:
    'Too many wrong keys came from there. Check the key in the console, and wait as long as Retry-After says.',
  playgroundClosed:
    'To open the playground, use the whole address that Parley printed when it started. It has a token at its end, which is a new one at every start.',
  playgroundForwarded:
    'The playground is for the machine it runs on alone, and this request was forwarded. Open the address that Parley printed in a browser there, not through a proxy.',
  playgroundLoopbackOnly: 'The playground can only be used on the machine it runs on, at localhost.',
  playgroundCrossOrigin: 'Only the playground page itself may write here.',
  closedHere: 'The playground is closed here',
  looksLike: 'It looks like this:',
}
