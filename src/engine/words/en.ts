import { countedEn } from '../../lib/counts.ts'
import type { MaskKind } from '../../model/safety.ts'
import type { StateDeclaration, StateRefusal } from '../../model/state.ts'
import type { ContextTrace } from '../../model/trace.ts'

const hidden: Record<MaskKind, string> = {
  keys: 'API key',
  tokens: 'token',
  privateKeys: 'private key',
  cards: 'card number',
}

export const en = {
  /** What an agent says when nobody wrote anything for it to say. */
  opening: (name: string) => `Hello, I'm ${name}. What can I do for you?`,
  noAnswer: "I don't have an answer to that.",
  /** Above the buttons. */
  didYouMean: "I'm not sure what you mean. Is it one of these? If not, please say it in other words.",
  noModel:
    'No language model is connected to this agent, so it can only answer from its rules. An operator can connect one by setting OPENAI_API_KEY, or PARLEY_LLM_BASE_URL for Ollama, vLLM and the like.',
  modelUnavailable: 'The language model could not be reached just now. Please try again in a moment.',
  modelBusy: 'The language model has more to do than it can take just now. Please try again in a moment.',
  modelRefuses:
    'The language model does not accept what this agent sends it. Whoever runs the agent has to look into it.',
  /** Where nobody wrote what to say instead: it was asked, and this came of it. */
  modelTooLong: 'That is more than I can read at once. Please say it in fewer words, or in parts.',
  modelFiltered: 'The language model is not allowed to answer that. Please ask in another way.',
  modelEmpty: 'The language model had nothing to say to that. Please ask once more, in other words.',
  /** In place of a secret in an answer. */
  masked: (kind: MaskKind) => `‹${hidden[kind]} hidden›`,
  /** In place of an answer, where whoever judges would not have it. */
  notHeard: "I can't answer that message. Please say it in another way.",
  notSaid: "I can't say what I would have answered to that. Please ask in another way.",
  notModerated:
    'I have to check what is said here before I answer, and I cannot check it just now. Please try again in a moment.',
  /** An answer that only wrote something down. */
  noted: "I've noted that.",
  imageNotSupported: "This agent's model cannot look at images. Please describe the picture in words.",
  scenarioFailed: "Something went wrong here, so I can't go on with this. Please start again.",
  stateRefused: 'Some of the state cannot be kept, so nothing was done. `errors` names each key.',
  /** Before the best passage, where it is the answer. */
  source: 'Source:',
  mailSubject: (agent: string) => `${agent} looked something up`,
  mailIntro: (agent: string) => `These passages of its knowledge were found by ${agent} for a question:`,
  /** Why an answer to a scenario's question was not taken, before it is asked again. */
  cannotKeep(refused: StateRefusal, { type, values = [], maxLength }: StateDeclaration = {}) {
    if (refused === 'not_of_type' && type === 'number') {
      return 'Please answer with a number, such as 3.'
    }
    if (refused === 'not_of_type') {
      const choices = type === 'boolean' ? ['true', 'false'] : values
      return `Please answer with one of these: ${choices.join(', ')}.`
    }
    if (refused === 'ill_formed') {
      return 'There are characters in it that I cannot keep. Please type it once more.'
    }
    return maxLength === undefined
      ? 'That is more than I can keep. Please say it in fewer words.'
      : `That is more than I can keep. Please say it in at most ${maxLength} characters.`
  },
  readFor: ({ messages, files, pages = 0, leftOut, hasMore }: ContextTrace): string =>
    `_Read for this: ${[
      ...(messages > 0 ? [countedEn(messages, 'message')] : []),
      ...(files > 0 ? [countedEn(files, 'file')] : []),
      ...(pages > 0 ? [countedEn(pages, 'page')] : []),
      ...(leftOut > 0 ? [`${hasMore ? 'at least ' : ''}${leftOut} left out`] : hasMore ? ['others left out'] : []),
    ].join(', ')}_`,
  /** Before a call that somebody has to agree to. What is going to be done stands between the two. */
  askIntro: 'I would like to use',
  askQuestion: 'Shall I?',
  approvalOptions: ['Approve', 'Change', 'Deny'],
  alwaysOption: 'Always for me here',
  askConnect: (server: string, host: string) =>
    `For this I need your leave at **${server}** (${host}). Connect shows you alone a link to its page; I go on here once you are back.`,
  askSignOn: (server: string, host: string) =>
    `For this I need your leave to act in your name at **${server}** (${host}). Connect signs you in there with your account here, and I go on.`,
  askMoreOfSignOn: (server: string, host: string, scope: string) =>
    `**${server}** (${host}) wants more than your sign-in here gives${scope && `: ${scope}`}. An admin can change that; Connect tries it again.`,
  askWider: (server: string, host: string, scope: string) =>
    `**${server}** (${host}) wants your leave for more than you gave${scope && `: ${scope}`}. Connect shows you alone a link to its page; I go on here once you are back.`,
  connectOptions: ['Connect', 'No thanks'],
  connectExpired:
    'You have not connected it in time, so I have not done it. If it is still needed, please ask me again.',
  /** Below a call that only owners can agree to. */
  askOwners:
    'An owner has to agree to this. I have asked them alone; any of them can also press here. I go on here once one has.',
  /** Below a call that the people of a channel can agree to. */
  askOthers: 'Somebody else has to agree to this. I have asked them, and go on here once somebody has.',
  approvalRefused: (tool: string) => `Nobody agreed: ${tool} was denied, so I have not done it.`,
  approvalUnasked: (tool: string) =>
    `I could not reach those who have to agree to ${tool}, so I have not done it. I have told those who look after me.`,
  /** Of a step of a scenario that waits for somebody's word. */
  stepWaits: 'This still waits for somebody to agree to it.',
  stepNobody: 'Somebody has to agree to this, and nobody can be asked here.',
  stepNoOwner: 'An owner has to agree to this, and there is none.',
  stepHidden: 'This holds something that I hide as a secret, so nobody could see what they agree to.',
  stepLong: 'This is too long to be shown to whoever has to agree.',
  stepExpired: 'Nobody agreed to it in time, so it was not done.',
  stepUnasked: 'I could not reach those who have to agree, so it was not done. I have told those who look after me.',
  stepChanged: 'It is not what somebody agreed to any more, so I ask again.',
  approvalDenied: 'All right, I have not done it.',
  approvalChanged: 'I have not done it. What should be different? Tell me, and I will ask you again.',
  approvalExpired: (tool: string) =>
    `Nobody agreed to ${tool} in time, so I have not done it. If it is still needed, please ask me again.`,
  approvalUnknown: (tool: string) =>
    `I cannot say whether ${tool} was done: it was begun, and then I heard nothing more. I will not do it again by myself. Please look there first, and ask me again if it is missing.`,
  approvalGone: 'That question is not open any more. Please ask me again.',
  approvalDone: (tool: string, result: string) => `${tool} is done. It answered: ${result}`,
  approvalFailed: (tool: string, why: string) => `${tool} did not work: ${why}. Nothing else was done.`,
}
