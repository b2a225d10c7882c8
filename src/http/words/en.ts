import { connect } from './connect-en.ts'
import { request } from './request-en.ts'

export const en = {
  connect,
  request,
  invalidBody: 'The request has faults. `errors` names each of them.',
  invalidApiKey: 'The API key is missing, unknown or revoked. Check it in the console, or issue a new one.',
  matchRequired: 'Say of which state your change is: send `If-Match` with the ETag that you saw.',
  notOperator: 'How the whole of Parley is, only the account of its operator is told.',
  handoverTaken: (name: string) => `${name} has taken this already.`,
  handoverOver: 'This is over: nothing of it is passed on any more.',
  handoverNotYet: 'Nobody has taken this yet. Take it first.',
  invalidToken: 'This access token is not valid here, or not any more. Sign in again to get a new one.',
  issuerUnreachable:
    'The server that gives the access tokens cannot be reached right now. Please try again in a moment.',
  outOfScope: (scope: string) => `This key may not do that: it lacks the scope ${scope}.`,
  keyReused: 'This Idempotency-Key was used for another request. Take a new one for each request.',
  stillRunning: 'The same request is still running. Ask again with the same Idempotency-Key.',
  apiDisabled: 'The API integration of this account is switched off. An administrator can switch it on.',
  agentNotFound: 'There is no agent with this agent_id that this key may talk to.',
  modelNotFound: 'There is no agent of this name that this key may talk to. `GET /v1/models` lists them.',
  turnNotFound: 'There is no such turn of a program that runs, or it is not yours.',
  turnOver: 'This turn is over: its answer has been given.',
  cancelled: 'The answer was cancelled before it was whole.',
  responseNotFound: 'There is no response of this id: it is of another key, or ended more than five minutes ago.',
  streamingDisabled:
    'This agent does not stream its answers. Leave out `stream`, or switch `autoResponseSettings.stream` on.',
  imageNotSupported:
    "This agent's model does not understand images. Leave out `base64_image`, or choose another model.",
  tooManyRequests: 'Too many requests with this key. Wait as long as Retry-After says.',
  bodyTooLarge: 'Apart from `base64_image` and `talk` the body may have at most 256 KiB.',
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
  whatToDo: 'What to do:',
  welcomeWhat: 'Parley is running here: people talk with its agents in chat and over HTTP.',
  welcomeChat: 'Administrators open its console with a link that they ask for in chat, or on the machine it runs on:',
  welcomeTerminal: 'The link works once, within five minutes.',
  welcomeSignedIn: 'Signed in already? Open the console',
  welcomeWays: 'Open the console, or sign in there',
  notSignedIn: 'You are not signed in',
  toConsole: 'To the console',
  foreignOrigin:
    'Pages of this origin may not call here. An operator lets one in by naming it under `http.cors.origins`.',
  invalidArguments: 'The arguments have faults.',
  questionTooLong: (most: number) => `A question may have at most ${most} characters. Shorten it and ask again.`,
  resourceTooLarge: (tool: string) => `This is too large to be read at once. Search it with ${tool}.`,
  closedHere: 'The playground is closed here',
  looksLike: 'It looks like this:',
}
