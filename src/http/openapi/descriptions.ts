import type { Descriptions } from './json-schema.ts'
import type { SchemaName } from './schemas.ts'

export const webhook: Descriptions = {
  name: 'Unique within its agent. A webhook keeps its signing secret as long as it keeps its name.',
  method: 'GET and DELETE carry everything in the query, POST and PUT as JSON.',
  url: 'An http or https URL. `#{key}` of the user’s state and `@{thirdPartyToken}` are filled in.',
  headers: 'Sent with every request.',
  authHeaders:
    'Sent with every request. Their values are stored encrypted and read `••••`; `••••` sent back means "as it was", while the URL keeps its origin.',
  'trigger.triggerType': 'When it fires: 0 on a user’s utterance, 1 on an agent’s response, 2 on a function call.',
  'trigger.condition': '0 none, 1 exact match, 2 partial match, 3 state exists, 4 state does not exist.',
  'trigger.conditionValues': 'What the utterance, the response or the keys of the state are compared with.',
  'trigger.functionCallingDescription': 'When the model should call the function. Required when `triggerType` is 2.',
  'trigger.functionCallingName': 'The function’s name, in English characters. Required when `triggerType` is 2.',
  'trigger.functionCallingParametersJson':
    'The function’s parameters: a JSON schema of an object, written as a string.',
  useResponseInPrompt: 'Whether the model sees the webhook’s response.',
  promptPrefix: 'The line before the response in the prompt.',
  payload: 'Sent with every request, beside what is sent anyway.',
  isEnable: 'Whether it fires at all. Without it, it does.',
}

export const agent: Descriptions = {
  displayName: 'What it is called.',
  description: 'What it is for.',
  photoUrl: 'The URL of its picture.',
  serviceURL: 'Must start with `https://`.',
  providerName: 'Who offers it.',
  scope: '`private` agents answer their own account, `public` ones every account of the deployment.',
  useAIResponse: 'Whether the model answers where no rule and no scenario does. Default `true`.',
  llmSettings: 'The language model. Without it the agent says only what was written for it.',
  'llmSettings.llm': 'Which model. Retired ones are served by what their vendor names in their place, with a warning.',
  'llmSettings.temperature': 'From 0 to 1.',
  'llmSettings.cheaperLlm': 'Asked instead where a limit has no room for that model.',
  'llmSettings.fallbackLlm': 'Asked instead where that model gives no answer, before anything was said.',
  'llmSettings.judgeLlm': 'Asked small questions: which scenario starts, which value was said.',
  'llmSettings.prompt': 'The system prompt, of at most 6000 tokens (o200k).',
  autoResponseSettings: 'How it answers.',
  'autoResponseSettings.stream': 'Whether its answers may be streamed. Default `true`.',
  'autoResponseSettings.shouldUseHtmlResponse': 'Whether the model answers in HTML.',
  'autoResponseSettings.shouldAutoGenerateUI': 'Whether the model may offer quick replies and the like.',
  'autoResponseSettings.ruleBasedThresholdLevel':
    'How much like a rule an utterance must be, from 0 (loose) to 3 (strict). Default 2.',
  knowledge: 'What it knows.',
  'knowledge.knowledgeDataStore.useKnowledgeDataStore': 'Whether it looks things up in its knowledge.',
  'knowledge.knowledgeDataStore.knowledgeDataStoreNumCandidates': 'How many passages, from 0 to 30.',
  'knowledge.knowledgeDataStore.knowledgeDataStoreCandidateScoreThreshold': 'How well they must fit, from 0 to 1.',
  'knowledge.knowledgeDataStore.shouldSendDataStoreResultEmail':
    'Whether found passages are sent to the account’s address.',
  files: 'What it reads of files that people send.',
  'files.kinds': 'The kinds it reads; without them all. What is of another kind is named to the person and not read.',
  'files.maxSize': 'Of one file, in MiB; without it 20.',
  mask: 'Secrets that are masked in what it says: `keys` of services, `tokens` and passwords, `privateKeys`, numbers of `cards`.',
  moderation: 'Who judges what people write to it and what its model writes.',
  'moderation.of': 'Of whom: `people`, `answers`, or both, which is the default.',
  'moderation.webhook': 'One of the agent’s webhooks that judges, in place of the deployment’s endpoint.',
  'moderation.unreachable': '`closed`, the default: where nobody judges, nothing is answered. `open`: it goes on.',
  state:
    'Keys of a user’s state: their type, their length, and who may write them (`scenario`, `webhook`, `admin`, `caller`, `model`; without `writableBy` all but the model). Keys that are not declared anybody may write.',
  'knowledge.links': 'Where people can read a source themselves: addresses by the names of sources.',
  'knowledge.searchQueryPrompt': 'How a search query is made of a conversation. At most 1500 characters.',
}

/** British: no comma before "or". */
const doors = new Intl.ListFormat('en-GB', { type: 'disjunction' })

export const under = (name: string, descriptions: Descriptions): Descriptions =>
  Object.fromEntries(Object.entries(descriptions).map(([path, text]) => [`${name}.${path}`, text]))

const body: Descriptions = {
  webhooks: 'Called when something is said. The whole list: one that is missing from it is taken away.',
  issueAgentApiKey: 'Whether to issue a key that opens this agent only.',
}

const ofOpenAi: Partial<Record<SchemaName, Descriptions>> = {
  ChatRequest: {
    model: 'The agent’s id.',
    user: 'The `uid` of whom the agent talks with. Without one `messages` are the conversation, and nothing is kept.',
    metadata: '`uid` stands before `user`.',
    messages:
      'The last one of the user is answered; behind it may stand calls of your functions, and the result of each.',
    tools: 'Functions of your program. Other tools are refused.',
    tool_choice: '`none`: none is called. Whatever else is as if it were not there.',
    stream: 'Whether the answer comes as it is written.',
    'stream_options.include_usage': 'Whether the tokens are told at the end of a stream, too.',
  },
  ResponseRequest: {
    model: 'The agent’s id.',
    user: 'The `uid` of whom the agent talks with. Without one `input` is the conversation, and nothing is kept.',
    metadata: '`uid` stands before `user`.',
    input: 'What is said; of a list the last message of the user.',
    tools: 'Functions of your program. Other tools are refused.',
    tool_choice: '`none`: none is called. Whatever else is as if it were not there.',
    instructions: 'Stands among what was said before: the instructions are those of the agent’s admin.',
    previous_response_id: 'Only with `user`: memory is the agent’s.',
    stream: 'Whether the answer comes as it is written.',
  },
  ChatCompletion: { 'choices[].finish_reason': '`length`: the answer was cut off.' },
  ModelResponse: { status: '`incomplete`: the answer was cut off.', usage: 'Null while it runs.' },
  Model: { id: 'The agent’s id.', owned_by: 'The account of the key.' },
  OpenAiError: { 'error.param': 'The member of the request that is at fault.', 'error.code': 'For programs.' },
}

/** `utterance`: the characters that an utterance may have here. */
export function descriptions(
  utterance: number,
  platforms: readonly string[],
): Partial<Record<SchemaName, Descriptions>> {
  const length = `At most ${utterance} characters.`
  return {
    ConversationRequest: {
      '': { required: ['api_key', 'agent_id', 'utterance'] },
      api_key: {
        description:
          'A conversation key of the account, or a key of the agent; of a draft a management key that may change agents.',
        type: 'string',
      },
      agent_id: 'The agent’s id.',
      utterance: `What the user says. Empty: a conversation begins, and its short-term memory is forgotten. ${length}`,
      uid: 'Who the user is, unique within the account, e.g. `service_4711`. Needed for `state`; without it nothing is kept and scenarios are passed over.',
      state: {
        description:
          'Added to what is kept of the user before anything else: an object of strings, numbers and booleans, which are taken as their text, or the same written as a JSON string. All of a user’s state may have 64 KiB, 256 keys and 8 KiB a value, unless the operator says otherwise.',
        anyOf: [
          { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } },
          { type: ['string', 'null'], contentMediaType: 'application/json' },
        ],
      },
      stream: 'Whether the answer comes as it is written. The agent’s settings must allow it.',
      start_utterance: `Said by the agent as its opening, where \`utterance\` is empty. ${length}`,
      base64_image: {
        description:
          'A PNG, JPEG, WebP or GIF of at most 8 MiB, in base64 or as a data URL; only for models that understand images.',
        contentEncoding: 'base64',
      },
      disable_ai_response: 'Only take note of the utterance: webhooks fire, no answer is made, nothing is counted.',
      disable_history: 'Whether the model answers without what was said before. The turn is remembered all the same.',
      talk: 'With `?draft=1`: the `draft.talk` of the answer before. Else it is ignored.',
      third_party_token: 'Stands for `@{thirdPartyToken}` in webhooks during this call. Never stored, never logged.',
    },
    Answer: {
      utterance: 'What the user said.',
      userState: 'Everything that is kept of the user, after this turn.',
      avatarIconUrl: 'The agent’s picture.',
      draft: 'Only where a draft has answered.',
      'draft.revision': 'Of what answered.',
      'draft.uncalled': 'Webhooks and tools that it would have called.',
      'draft.talk': 'Sent as `talk` with the next utterance, that one goes on from this.',
      'draft.isAnew': 'The talk that was sent is of another state of the draft: this answer began anew.',
      error: 'Only where the answer is not whole: why. Its text so far stands in `bestResponse`.',
      'error.code': '`model_interrupted`, `stopped`, or the code of a problem.',
    },
    BestResponse: {
      utterance: 'What the agent says. Empty only with `disable_ai_response`.',
      score:
        '0 to 100: of the rule that answered; 100 of a scenario; of the model 0, or the score of the best rule, which was not good enough.',
      options: 'Quick replies.',
      imageUrl: 'Empty without one.',
      url: 'Empty without one.',
      topic: 'Empty without one.',
      isAutoResponse: 'Whether the model answered.',
      isSearching: 'Whether a search is in progress. Never in a whole answer.',
      extensions: 'JSON that was set on what answered; null without any.',
      shouldSelectOption: 'Whether only a quick reply will do as the next utterance.',
      state: 'The key of the state that goes with the answer; empty without one.',
      scenarioNode: {
        description: 'Where the conversation is, while a scenario is running; else null.',
        deprecated: true,
      },
      embededHtml: 'Empty without any.',
    },
    StreamLine: {
      'bestResponse.utterance': 'The text so far. It only grows by what is appended.',
      'bestResponse.is_searching': 'Whether a search is in progress.',
    },
    CreateAgent: {
      ...under('agent', agent),
      'agent.id':
        '3 to 64 characters of A–Z, a–z, 0–9, _ and -, beginning with a letter or digit. One is made if it is missing.',
      ...body,
    },
    UpdateAgent: {
      ...under('agent', agent),
      'agent.id': 'Which agent.',
      ...body,
    },
    Webhook: webhook,
    SavedAgent: {
      id: 'The agent’s id.',
      issuedAgentApiKey: 'If it was asked for. Shown this once.',
      webhookSecrets: 'Of webhooks that are new: what their requests are signed with. Shown this once.',
      warnings: 'What was accepted but will not work as one might think.',
    },
    ...ofOpenAi,
    AgentList: {
      'agents[].version': 'How often it was published.',
      'agents[].llm': 'Null for an agent without a model.',
    },
    AgentDetails: {
      agent: 'As an update takes it.',
      webhooks: 'As an update takes them; the values of `authHeaders` read `••••`.',
      version: 'How often it was published.',
      rules: 'How many it has.',
      scenarios: 'How many it has.',
      warnings: 'What will not work as one might think.',
    },
    Usage: {
      from: 'The first day, UTC.',
      to: 'The last day, UTC.',
      'plan.conversationsPerMonth': 'Null: any number.',
      usage: 'One entry for each day, agent and door there was any usage of; without those that `by` leaves out.',
      'usage[].door': `${doors.format(['http', ...platforms].map((door) => `\`${door}\``))}.`,
      'usage[].conversations': 'Answered turns.',
    },
    Forgotten: {
      receipt: 'How the log of changes calls them. Nobody finds out by it who that is.',
      at: 'What came later is not gone.',
      rows: 'How many are gone.',
      removed: 'Of each table.',
    },
    Fault: {
      path: 'Where in the request, e.g. `agent.llmSettings.temperature` or `webhooks[0].url`; empty for the whole of it.',
      message: 'What is wrong there.',
    },
    Problem: {
      type: 'The page here that explains the code: `/errors/invalid_request`.',
      title: 'The status in words.',
      detail: 'What is wrong and what to do, in the language of `Accept-Language` (English or Japanese).',
      code: 'What went wrong, for programs. It never changes.',
      errors: 'Every fault of the request at once, up to a hundred.',
      requestId: 'With a 500: where the log has the cause.',
    },
    Readiness: {
      checks: 'What it depends on, by name.',
      degraded:
        'What does not work though the process does: a platform or a model that is away, a token that is refused.',
    },
  }
}
