import { counted } from '../../../lib/counts.ts'
import { inUtc } from '../../../lib/moment.ts'

const things = {
  agent: { one: '# agent', other: '# agents' },
  webhook: { one: '# webhook', other: '# webhooks' },
  scenario: { one: '# scenario', other: '# scenarios' },
}

export const errors = {
  invalidRequest: 'The request has faults. `errors` names each of them.',
  invalidEndpoint: 'The endpoint has faults. `errors` names each of them.',
  tooManyEndpoints: (most: number) =>
    `An account has at most ${most} endpoints. Remove one that nobody needs any more.`,
  eventNotFound: 'There is no event with this id in this account, or it is not kept any more.',
  endpointNotFound: 'There is no endpoint with this id in this account.',
  invalidAgentId: 'An agent id has 3 to 64 characters of A-Z, a-z, 0-9, _ and -, and begins with a letter or digit.',
  agentAlreadyExists: 'There is an agent with this id already. Choose another, or leave it out to get one made.',
  noSite:
    'No website shows this agent, so the token would open nothing. Whoever runs Parley adds a site for it to `web.sites` in parley.yaml.',
  originRefused: (origin: string) =>
    `Pages of ${origin} do not show this agent, so the token would open nothing. Whoever runs Parley adds the origin to its site, in \`web.sites\` of parley.yaml.`,
  agentNotFound: (near: string | undefined) =>
    `There is no agent with this id.${near === undefined ? '' : ` Did you mean ${near}?`}`,
  forbidden: 'This agent belongs to another account.',
  firstAgentRequired:
    'This interface is for accounts that have made an agent before. Make the first one in the console, with `/agent create` in chat, or in a folder of config/agents.',
  limitExceeded: (what: keyof typeof things, limit: number) =>
    `The account's plan allows ${counted('en', limit, things[what])}. Delete one, or ask the operator for a larger plan.`,
  editedMeanwhile: 'Others keep changing this agent at the same time. Nothing was changed; please try again.',
  accountEditedMeanwhile:
    'Others keep changing things in this account at the same time. Nothing was changed; please try again.',
  doneAlready: (at: number) => `This was done already, at ${inUtc(at)}. Nothing was changed again.`,
  changedSince: 'This was changed by somebody since. Nothing was changed now; look at how it is and try again.',
  lastOwner: 'They are the last owner, and an account needs one. Make somebody else owner first.',
  noDraft: 'This agent has no draft.',
  nothingToPublish: 'There is nothing to publish: what is live says the same.',
  draftConflicts:
    'What is live was changed since in the same places as the draft. Edit these, or choose which of the two stays.',
  versionNotFound: (version: number) => `The agent has no version ${version}. \`versions\` lists those there are.`,
  keyNotFound: 'There is no key with this id.',
  invalidKeyName: (max: number) => `The name of a key has 1 to ${max} characters.`,
  accountNotFound: 'There is no account with this id.',
  installationNotFound: (id: string) =>
    `Nobody has installed the app in \`${id}\`. \`installations\` lists where it is.`,
  decidedAlready: 'Somebody else has decided that in the meantime. `installations` shows what.',
  accountAlreadyExists: 'There is an account with this id already. Choose another, or leave it out to get one made.',
  priceUnknown: (models: readonly string[]) =>
    `Nobody wrote down what ${models.join(', ')} costs, so a limit in money cannot hold there. Write the price into models.yaml (docs/cost.md), or limit tokens instead.`,
  budgetNotFound: 'There is no such limit. `limit` lists those there are.',
  noStrangers:
    'They have not written to this agent in a direct conversation lately, so it does not write to them first. Once they have, it may.',
  notBound:
    'No channel or thread of this name is one that the agent answers in. Have it used there with `/agent use`, and name the place with its platform: `slack:T0ACME:C0GENERAL` (docs/api.md).',
  notConnected: (agent: string) =>
    `${agent} is to answer there, but Parley is not connected to it: the app is not installed there, or nobody has approved it. \`parley installations list\` shows where it is.`,
  messageNotFound: 'There is no such message, or it has not been posted yet.',
  messagesStopped: 'Whoever reads there wants no messages that they did not ask for.',
  personBlocked: 'This person is blocked.',
  tooManyMessages: (most: number) =>
    `There were ${most} messages there today that nobody had asked for. The next may go tomorrow (UTC); \`unaskedPerDay\` of the agent says how many.`,
  templateNotFound: (names: readonly string[]) =>
    names.length === 0
      ? 'The agent has no templates: write some into `templates` of its settings.'
      : `There is no such template. The agent has ${names.join(', ')}.`,
  toolsCostMoney: 'A limit of a tool is in money.',
  toolUnpriced: (tool: string) =>
    `Nobody has said what a call of ${tool === '' ? 'any tool' : tool} costs, so a limit of it would never be reached: give it a price first (\`price\` of its rule in tools.yaml).`,
  noHistory: 'No history is kept of that: ask about money or tokens, of a day or a month.',
  planNotFound: (names: readonly string[]) => `There is no plan of this name. The plans are ${names.join(', ')}.`,
  webhookNotFound: 'The agent has no webhook of this name.',
  callNotFound: 'There is no webhook call with this id. `parley webhook log AGENT` lists them; old ones are forgotten.',
  callNotDead: 'This call was delivered, or is still being tried. Only calls that were given up can be sent again.',
  tokenGone: 'This call carried a third-party token of its caller, which is never stored, so it cannot be sent again.',
}
