// @ts-nocheck
// biome-ignore-all lint: generated
// biome-ignore-all format: generated
// biome-ignore-all assist: generated
/**
 * Parley
 * 0.0.0-test
 * DO NOT MODIFY - This file has been generated using oazapfts.
 * See https://www.npmjs.com/package/oazapfts
 */
import * as Oazapfts from "@oazapfts/runtime";
import * as QS from "@oazapfts/runtime/query";
export const defaults: Oazapfts.Defaults<Oazapfts.CustomHeaders> = {
    headers: {},
    baseUrl: "/"
};
const oazapfts = Oazapfts.runtime(defaults);
export const servers = {
    server1: "/"
};
export type ConversationRequest = {
    /** A conversation key of the account, or a key of the agent. */
    api_key: string;
    /** The agent’s id. */
    agent_id: string;
    /** What the user says. Empty: a conversation begins, and its short-term memory is forgotten. At most 8000 characters. */
    utterance: string;
    /** Who the user is, unique within the account, e.g. `service_4711`. Needed for `state` and for agents with scenarios; without it nothing is kept. */
    uid?: string | null;
    /** Added to what is kept of the user before anything else: an object of strings, numbers and booleans, which are taken as their text, or the same written as a JSON string. All of a user’s state may have 64 KiB, 256 keys and 8 KiB a value, unless the operator says otherwise. */
    state?: {
        [key: string]: string | number | boolean;
    } | (string | null);
    /** Whether the answer comes as it is written. The agent’s settings must allow it. */
    stream?: boolean | null;
    /** Said by the agent as its opening, where `utterance` is empty. At most 8000 characters. */
    start_utterance?: string | null;
    /** A PNG, JPEG, WebP or GIF of at most 8 MiB, in base64 or as a data URL; only for models that understand images. */
    base64_image?: string | null;
    /** Only take note of the utterance: webhooks fire, no answer is made, nothing is counted. */
    disable_ai_response?: boolean | null;
    /** Whether the model answers without what was said before. The turn is remembered all the same. */
    disable_history?: boolean | null;
    /** Stands for `@{thirdPartyToken}` in webhooks during this call. Never stored, never logged. */
    third_party_token?: string | null;
};
export type BestResponse = {
    /** What the agent says. Empty only with `disable_ai_response`. */
    utterance: string;
    /** 0 to 100: of the rule that answered; 100 of a scenario; of the model 0, or the score of the best rule, which was not good enough. */
    score: number;
    /** Quick replies. */
    options: string[];
    /** Empty without one. */
    topic: string;
    /** Empty without one. */
    imageUrl: string;
    /** Empty without one. */
    url: string;
    /** Whether the model answered. */
    isAutoResponse: boolean;
    /** Whether a search is in progress. Never in a whole answer. */
    isSearching: boolean;
    /** JSON that was set on what answered; null without any. */
    extensions: any;
    /** Whether only a quick reply will do as the next utterance. */
    shouldSelectOption: boolean;
    /** The key of the state that goes with the answer; empty without one. */
    state: string;
    /** Where the conversation is, while a scenario is running; else null. */
    scenarioNode: {
        scenario: string;
        id: string;
        title: string;
    } | null;
    /** Empty without any. */
    embededHtml: string;
};
export type Answer = {
    /** What the user said. */
    utterance: string;
    bestResponse: BestResponse;
    /** Everything that is kept of the user, after this turn. */
    userState: {
        [key: string]: string;
    };
    /** The agent’s picture. */
    avatarIconUrl: string;
    /** Only where the answer is not whole: why. Its text so far stands in `bestResponse`. */
    error?: {
        /** `model_interrupted`, `stopped`, or the code of a problem. */
        code: string;
        detail: string;
    };
};
export type Fault = {
    /** Where in the request, e.g. `agent.llmSettings.temperature` or `webhooks[0].url`; empty for the whole of it. */
    path: string;
    /** What is wrong there. */
    message: string;
};
export type Problem = {
    /** Always `about:blank`: `code` tells problems apart. */
    "type": string;
    /** The status in words. */
    title: string;
    status: number;
    /** What is wrong and what to do, in the language of `Accept-Language` (English or Japanese). */
    detail: string;
    /** What went wrong, for programs. It never changes. */
    code: string;
    /** Every fault of the request at once, up to a hundred. */
    errors?: Fault[];
    /** With a 500: where the log has the cause. */
    requestId?: string;
};
export type AgentList = {
    agents: {
        id: string;
        /** How often it was published. */
        version: number;
        displayName: string;
        description: string;
        photoUrl: string;
        providerName: string;
        scope: "public" | "private";
        /** Null for an agent without a model. */
        llm: string | null;
    }[];
};
export type Webhook = {
    /** Unique within its agent. A webhook keeps its signing secret as long as it keeps its name. */
    name: string;
    /** GET and DELETE carry everything in the query, POST and PUT as JSON. */
    method: "GET" | "POST" | "PUT" | "DELETE";
    /** An http or https URL. `#{key}` of the user’s state and `@{thirdPartyToken}` are filled in. */
    url: string;
    /** Sent with every request. */
    headers?: {
        key: string;
        value: string;
    }[];
    /** Sent with every request. Their values are stored encrypted and read `••••`; `••••` sent back means "as it was". */
    authHeaders?: {
        key: string;
        value: string;
    }[];
    trigger: {
        /** When it fires: 0 on a user’s utterance, 1 on an agent’s response, 2 on a function call. */
        triggerType: number | 1 | 2;
        /** 0 none, 1 exact match, 2 partial match, 3 state exists, 4 state does not exist. */
        condition: number | 1 | 2 | 3 | 4;
        /** What the utterance, the response or the keys of the state are compared with. */
        conditionValues?: string[];
        /** When the model should call the function. Required when `triggerType` is 2. */
        functionCallingDescription?: string;
        /** The function’s name, in English characters. Required when `triggerType` is 2. */
        functionCallingName?: string;
        /** The function’s parameters: a JSON schema of an object, written as a string. */
        functionCallingParametersJson?: string;
    };
    /** Whether the model sees the webhook’s response. */
    useResponseInPrompt?: boolean;
    /** The line before the response in the prompt. */
    promptPrefix?: string;
    /** Sent with every request, beside what is sent anyway. */
    payload?: {
        [key: string]: any;
    };
    /** Whether it fires at all. Without it, it does. */
    isEnable?: boolean;
};
export type CreateAgent = {
    agent: {
        /** What it is called. */
        displayName: string;
        /** What it is for. */
        description: string;
        /** The URL of its picture. */
        photoUrl: string;
        /** Must start with `https://`. */
        serviceURL?: string | null;
        /** Who offers it. */
        providerName: string;
        /** `private` agents answer their own account, `public` ones every account of the deployment. */
        scope: "public" | "private";
        /** Whether the model answers where no rule and no scenario does. Default `true`. */
        useAIResponse?: boolean | null;
        /** The language model. Without it the agent says only what was written for it. */
        llmSettings?: {
            /** Which model. Retired ones are served by what their vendor names in their place, with a warning. */
            llm: "gpt-3.5-turbo" | "gpt-3.5-turbo-16k" | "gpt-3.5-turbo-0613" | "gpt-3.5-turbo-0125" | "gpt-4" | "gpt-4-0613" | "gpt-4-32k" | "gpt-4-turbo" | "gpt-4-0125-preview" | "gpt-4-turbo-vision" | "gpt-4-vision-preview" | "gpt-4o" | "gpt-4o-mini" | "o1-preview" | "o1-mini" | "palm2" | "gemini-pro" | "gemini-1.5-pro-latest" | "gemini-1.5-flash" | "claude-3-sonnet-20240229" | "claude-3-opus-20240229" | "claude-3-haiku-20240307" | "claude-3-5-sonnet-20240620" | "llama3-8b-8192" | "llama3-70b-8192" | "llama-3.1-8b-instant" | "llama-3.1-70b-versatile" | "llama-3.1-405b-reasoning" | "mixtral-8x7b-32768" | "gemma-7b-it" | "custom-azure-openai" | "default";
            /** From 0 to 1. */
            temperature?: number | null;
            /** The system prompt, of at most 6000 tokens (o200k). */
            prompt?: string | null;
            /** Asked instead where a limit has no room for that model. */
            cheaperLlm?: ("gpt-3.5-turbo" | "gpt-3.5-turbo-16k" | "gpt-3.5-turbo-0613" | "gpt-3.5-turbo-0125" | "gpt-4" | "gpt-4-0613" | "gpt-4-32k" | "gpt-4-turbo" | "gpt-4-0125-preview" | "gpt-4-turbo-vision" | "gpt-4-vision-preview" | "gpt-4o" | "gpt-4o-mini" | "o1-preview" | "o1-mini" | "palm2" | "gemini-pro" | "gemini-1.5-pro-latest" | "gemini-1.5-flash" | "claude-3-sonnet-20240229" | "claude-3-opus-20240229" | "claude-3-haiku-20240307" | "claude-3-5-sonnet-20240620" | "llama3-8b-8192" | "llama3-70b-8192" | "llama-3.1-8b-instant" | "llama-3.1-70b-versatile" | "llama-3.1-405b-reasoning" | "mixtral-8x7b-32768" | "gemma-7b-it" | "custom-azure-openai" | "default") | null;
            /** Asked instead where that model gives no answer, before anything was said. */
            fallbackLlm?: ("gpt-3.5-turbo" | "gpt-3.5-turbo-16k" | "gpt-3.5-turbo-0613" | "gpt-3.5-turbo-0125" | "gpt-4" | "gpt-4-0613" | "gpt-4-32k" | "gpt-4-turbo" | "gpt-4-0125-preview" | "gpt-4-turbo-vision" | "gpt-4-vision-preview" | "gpt-4o" | "gpt-4o-mini" | "o1-preview" | "o1-mini" | "palm2" | "gemini-pro" | "gemini-1.5-pro-latest" | "gemini-1.5-flash" | "claude-3-sonnet-20240229" | "claude-3-opus-20240229" | "claude-3-haiku-20240307" | "claude-3-5-sonnet-20240620" | "llama3-8b-8192" | "llama3-70b-8192" | "llama-3.1-8b-instant" | "llama-3.1-70b-versatile" | "llama-3.1-405b-reasoning" | "mixtral-8x7b-32768" | "gemma-7b-it" | "custom-azure-openai" | "default") | null;
            /** Asked small questions: which scenario starts, which value was said. */
            judgeLlm?: ("gpt-3.5-turbo" | "gpt-3.5-turbo-16k" | "gpt-3.5-turbo-0613" | "gpt-3.5-turbo-0125" | "gpt-4" | "gpt-4-0613" | "gpt-4-32k" | "gpt-4-turbo" | "gpt-4-0125-preview" | "gpt-4-turbo-vision" | "gpt-4-vision-preview" | "gpt-4o" | "gpt-4o-mini" | "o1-preview" | "o1-mini" | "palm2" | "gemini-pro" | "gemini-1.5-pro-latest" | "gemini-1.5-flash" | "claude-3-sonnet-20240229" | "claude-3-opus-20240229" | "claude-3-haiku-20240307" | "claude-3-5-sonnet-20240620" | "llama3-8b-8192" | "llama3-70b-8192" | "llama-3.1-8b-instant" | "llama-3.1-70b-versatile" | "llama-3.1-405b-reasoning" | "mixtral-8x7b-32768" | "gemma-7b-it" | "custom-azure-openai" | "default") | null;
        } | null;
        /** How it answers. */
        autoResponseSettings?: {
            /** Whether its answers may be streamed. Default `true`. */
            stream?: boolean | null;
            /** Whether the model answers in HTML. */
            shouldUseHtmlResponse?: boolean | null;
            /** Whether the model may offer quick replies and the like. */
            shouldAutoGenerateUI?: boolean | null;
            /** How much like a rule an utterance must be, from 0 (loose) to 3 (strict). Default 2. */
            ruleBasedThresholdLevel?: number | null;
        } | null;
        /** What it knows. */
        knowledge?: {
            knowledgeDataStore?: {
                /** Whether it looks things up in its knowledge. */
                useKnowledgeDataStore?: boolean | null;
                /** How many passages, from 0 to 30. */
                knowledgeDataStoreNumCandidates?: number | null;
                /** How well they must fit, from 0 to 1. */
                knowledgeDataStoreCandidateScoreThreshold?: number | null;
                /** Whether found passages are sent to the account’s address. */
                shouldSendDataStoreResultEmail?: boolean | null;
            } | null;
            /** How a search query is made of a conversation. At most 1500 characters. */
            searchQueryPrompt?: string | null;
            /** Where people can read a source themselves: addresses by the names of sources. */
            links?: {
                [key: string]: string;
            } | {
                [key: string]: string;
            };
        } | null;
        /** What it reads of files that people send. */
        files?: {
            /** The kinds it reads; without them all. What is of another kind is named to the person and not read. */
            kinds?: ("text" | "pdf" | "office" | "mail" | "archive" | "image" | "voice")[] | null;
            /** Of one file, in MiB; without it 20. */
            maxSize?: number | null;
        } | null;
        /** Keys of a user’s state: their type, their length, and who may write them (`scenario`, `webhook`, `admin`, `caller`, `model`; without `writableBy` all but the model). Keys that are not declared anybody may write. */
        state?: {
            [key: string]: {
                about?: string | null;
                "type"?: ("text" | "number" | "boolean" | "choice") | null;
                values?: string[] | null;
                maxLength?: number | null;
                writableBy?: ("scenario" | "webhook" | "admin" | "caller" | "model")[] | null;
            };
        } | {
            [key: string]: {
                about?: string | null;
                "type"?: ("text" | "number" | "boolean" | "choice") | null;
                values?: string[] | null;
                maxLength?: number | null;
                writableBy?: ("scenario" | "webhook" | "admin" | "caller" | "model")[] | null;
            };
        };
        memory?: ("conversation" | "facts") | null;
        /** Secrets that are masked in what it says: `keys` of services, `tokens` and passwords, `privateKeys`, numbers of `cards`. */
        mask?: ("keys" | "tokens" | "privateKeys" | "cards")[] | null;
        /** Who judges what people write to it and what its model writes. */
        moderation?: {
            /** Of whom: `people`, `answers`, or both, which is the default. */
            "of"?: ("people" | "answers")[] | null;
            /** One of the agent’s webhooks that judges, in place of the deployment’s endpoint. */
            webhook?: string | null;
            /** `closed`, the default: where nobody judges, nothing is answered. `open`: it goes on. */
            unreachable?: ("open" | "closed") | null;
        } | null;
        reminders?: boolean | null;
        /** 3 to 64 characters of A–Z, a–z, 0–9, _ and -, beginning with a letter or digit. One is made if it is missing. */
        id?: string;
    };
    /** Called when something is said. The whole list: one that is missing from it is taken away. */
    webhooks?: Webhook[] | null;
    /** Whether to issue a key that opens this agent only. */
    issueAgentApiKey?: boolean | null;
};
export type SavedAgent = {
    /** The agent’s id. */
    id: string;
    /** If it was asked for. Shown this once. */
    issuedAgentApiKey?: string;
    /** Of webhooks that are new: what their requests are signed with. Shown this once. */
    webhookSecrets?: {
        name: string;
        secret: string;
    }[];
    /** What was accepted but will not work as one might think. */
    warnings?: Fault[];
};
export type UpdateAgent = {
    agent: {
        /** What it is called. */
        displayName?: string;
        /** What it is for. */
        description?: string;
        /** The URL of its picture. */
        photoUrl?: string;
        /** Must start with `https://`. */
        serviceURL?: string | null;
        /** Who offers it. */
        providerName?: string;
        /** `private` agents answer their own account, `public` ones every account of the deployment. */
        scope?: "public" | "private";
        /** Whether the model answers where no rule and no scenario does. Default `true`. */
        useAIResponse?: boolean | null;
        /** The language model. Without it the agent says only what was written for it. */
        llmSettings?: {
            /** Which model. Retired ones are served by what their vendor names in their place, with a warning. */
            llm?: "gpt-3.5-turbo" | "gpt-3.5-turbo-16k" | "gpt-3.5-turbo-0613" | "gpt-3.5-turbo-0125" | "gpt-4" | "gpt-4-0613" | "gpt-4-32k" | "gpt-4-turbo" | "gpt-4-0125-preview" | "gpt-4-turbo-vision" | "gpt-4-vision-preview" | "gpt-4o" | "gpt-4o-mini" | "o1-preview" | "o1-mini" | "palm2" | "gemini-pro" | "gemini-1.5-pro-latest" | "gemini-1.5-flash" | "claude-3-sonnet-20240229" | "claude-3-opus-20240229" | "claude-3-haiku-20240307" | "claude-3-5-sonnet-20240620" | "llama3-8b-8192" | "llama3-70b-8192" | "llama-3.1-8b-instant" | "llama-3.1-70b-versatile" | "llama-3.1-405b-reasoning" | "mixtral-8x7b-32768" | "gemma-7b-it" | "custom-azure-openai" | "default";
            /** From 0 to 1. */
            temperature?: number | null;
            /** The system prompt, of at most 6000 tokens (o200k). */
            prompt?: string | null;
            /** Asked instead where a limit has no room for that model. */
            cheaperLlm?: ("gpt-3.5-turbo" | "gpt-3.5-turbo-16k" | "gpt-3.5-turbo-0613" | "gpt-3.5-turbo-0125" | "gpt-4" | "gpt-4-0613" | "gpt-4-32k" | "gpt-4-turbo" | "gpt-4-0125-preview" | "gpt-4-turbo-vision" | "gpt-4-vision-preview" | "gpt-4o" | "gpt-4o-mini" | "o1-preview" | "o1-mini" | "palm2" | "gemini-pro" | "gemini-1.5-pro-latest" | "gemini-1.5-flash" | "claude-3-sonnet-20240229" | "claude-3-opus-20240229" | "claude-3-haiku-20240307" | "claude-3-5-sonnet-20240620" | "llama3-8b-8192" | "llama3-70b-8192" | "llama-3.1-8b-instant" | "llama-3.1-70b-versatile" | "llama-3.1-405b-reasoning" | "mixtral-8x7b-32768" | "gemma-7b-it" | "custom-azure-openai" | "default") | null;
            /** Asked instead where that model gives no answer, before anything was said. */
            fallbackLlm?: ("gpt-3.5-turbo" | "gpt-3.5-turbo-16k" | "gpt-3.5-turbo-0613" | "gpt-3.5-turbo-0125" | "gpt-4" | "gpt-4-0613" | "gpt-4-32k" | "gpt-4-turbo" | "gpt-4-0125-preview" | "gpt-4-turbo-vision" | "gpt-4-vision-preview" | "gpt-4o" | "gpt-4o-mini" | "o1-preview" | "o1-mini" | "palm2" | "gemini-pro" | "gemini-1.5-pro-latest" | "gemini-1.5-flash" | "claude-3-sonnet-20240229" | "claude-3-opus-20240229" | "claude-3-haiku-20240307" | "claude-3-5-sonnet-20240620" | "llama3-8b-8192" | "llama3-70b-8192" | "llama-3.1-8b-instant" | "llama-3.1-70b-versatile" | "llama-3.1-405b-reasoning" | "mixtral-8x7b-32768" | "gemma-7b-it" | "custom-azure-openai" | "default") | null;
            /** Asked small questions: which scenario starts, which value was said. */
            judgeLlm?: ("gpt-3.5-turbo" | "gpt-3.5-turbo-16k" | "gpt-3.5-turbo-0613" | "gpt-3.5-turbo-0125" | "gpt-4" | "gpt-4-0613" | "gpt-4-32k" | "gpt-4-turbo" | "gpt-4-0125-preview" | "gpt-4-turbo-vision" | "gpt-4-vision-preview" | "gpt-4o" | "gpt-4o-mini" | "o1-preview" | "o1-mini" | "palm2" | "gemini-pro" | "gemini-1.5-pro-latest" | "gemini-1.5-flash" | "claude-3-sonnet-20240229" | "claude-3-opus-20240229" | "claude-3-haiku-20240307" | "claude-3-5-sonnet-20240620" | "llama3-8b-8192" | "llama3-70b-8192" | "llama-3.1-8b-instant" | "llama-3.1-70b-versatile" | "llama-3.1-405b-reasoning" | "mixtral-8x7b-32768" | "gemma-7b-it" | "custom-azure-openai" | "default") | null;
        } | null;
        /** How it answers. */
        autoResponseSettings?: {
            /** Whether its answers may be streamed. Default `true`. */
            stream?: boolean | null;
            /** Whether the model answers in HTML. */
            shouldUseHtmlResponse?: boolean | null;
            /** Whether the model may offer quick replies and the like. */
            shouldAutoGenerateUI?: boolean | null;
            /** How much like a rule an utterance must be, from 0 (loose) to 3 (strict). Default 2. */
            ruleBasedThresholdLevel?: number | null;
        } | null;
        /** What it knows. */
        knowledge?: {
            knowledgeDataStore?: {
                /** Whether it looks things up in its knowledge. */
                useKnowledgeDataStore?: boolean | null;
                /** How many passages, from 0 to 30. */
                knowledgeDataStoreNumCandidates?: number | null;
                /** How well they must fit, from 0 to 1. */
                knowledgeDataStoreCandidateScoreThreshold?: number | null;
                /** Whether found passages are sent to the account’s address. */
                shouldSendDataStoreResultEmail?: boolean | null;
            } | null;
            /** How a search query is made of a conversation. At most 1500 characters. */
            searchQueryPrompt?: string | null;
            /** Where people can read a source themselves: addresses by the names of sources. */
            links?: {
                [key: string]: string | null;
            } | {
                [key: string]: string | null;
            };
        } | null;
        /** What it reads of files that people send. */
        files?: {
            /** The kinds it reads; without them all. What is of another kind is named to the person and not read. */
            kinds?: ("text" | "pdf" | "office" | "mail" | "archive" | "image" | "voice")[] | null;
            /** Of one file, in MiB; without it 20. */
            maxSize?: number | null;
        } | null;
        /** Keys of a user’s state: their type, their length, and who may write them (`scenario`, `webhook`, `admin`, `caller`, `model`; without `writableBy` all but the model). Keys that are not declared anybody may write. */
        state?: {
            [key: string]: {
                about?: string | null;
                "type"?: ("text" | "number" | "boolean" | "choice") | null;
                values?: string[] | null;
                maxLength?: number | null;
                writableBy?: ("scenario" | "webhook" | "admin" | "caller" | "model")[] | null;
            } | null;
        } | {
            [key: string]: {
                about?: string | null;
                "type"?: ("text" | "number" | "boolean" | "choice") | null;
                values?: string[] | null;
                maxLength?: number | null;
                writableBy?: ("scenario" | "webhook" | "admin" | "caller" | "model")[] | null;
            } | null;
        };
        memory?: ("conversation" | "facts") | null;
        /** Secrets that are masked in what it says: `keys` of services, `tokens` and passwords, `privateKeys`, numbers of `cards`. */
        mask?: ("keys" | "tokens" | "privateKeys" | "cards")[] | null;
        /** Who judges what people write to it and what its model writes. */
        moderation?: {
            /** Of whom: `people`, `answers`, or both, which is the default. */
            "of"?: ("people" | "answers")[] | null;
            /** One of the agent’s webhooks that judges, in place of the deployment’s endpoint. */
            webhook?: string | null;
            /** `closed`, the default: where nobody judges, nothing is answered. `open`: it goes on. */
            unreachable?: ("open" | "closed") | null;
        } | null;
        reminders?: boolean | null;
        /** Which agent. */
        id: string;
    };
    /** Called when something is said. The whole list: one that is missing from it is taken away. */
    webhooks?: Webhook[] | null;
    /** Whether to issue a key that opens this agent only. */
    issueAgentApiKey?: boolean | null;
};
export type AgentDetails = {
    /** As an update takes it. */
    agent: {
        displayName: string;
        description: string;
        photoUrl: string;
        serviceURL?: string;
        providerName: string;
        scope: "public" | "private";
        useAIResponse?: boolean;
        llmSettings?: {
            llm: "gpt-3.5-turbo" | "gpt-3.5-turbo-16k" | "gpt-3.5-turbo-0613" | "gpt-3.5-turbo-0125" | "gpt-4" | "gpt-4-0613" | "gpt-4-32k" | "gpt-4-turbo" | "gpt-4-0125-preview" | "gpt-4-turbo-vision" | "gpt-4-vision-preview" | "gpt-4o" | "gpt-4o-mini" | "o1-preview" | "o1-mini" | "palm2" | "gemini-pro" | "gemini-1.5-pro-latest" | "gemini-1.5-flash" | "claude-3-sonnet-20240229" | "claude-3-opus-20240229" | "claude-3-haiku-20240307" | "claude-3-5-sonnet-20240620" | "llama3-8b-8192" | "llama3-70b-8192" | "llama-3.1-8b-instant" | "llama-3.1-70b-versatile" | "llama-3.1-405b-reasoning" | "mixtral-8x7b-32768" | "gemma-7b-it" | "custom-azure-openai" | "default";
            temperature?: number;
            prompt?: string;
            cheaperLlm?: "gpt-3.5-turbo" | "gpt-3.5-turbo-16k" | "gpt-3.5-turbo-0613" | "gpt-3.5-turbo-0125" | "gpt-4" | "gpt-4-0613" | "gpt-4-32k" | "gpt-4-turbo" | "gpt-4-0125-preview" | "gpt-4-turbo-vision" | "gpt-4-vision-preview" | "gpt-4o" | "gpt-4o-mini" | "o1-preview" | "o1-mini" | "palm2" | "gemini-pro" | "gemini-1.5-pro-latest" | "gemini-1.5-flash" | "claude-3-sonnet-20240229" | "claude-3-opus-20240229" | "claude-3-haiku-20240307" | "claude-3-5-sonnet-20240620" | "llama3-8b-8192" | "llama3-70b-8192" | "llama-3.1-8b-instant" | "llama-3.1-70b-versatile" | "llama-3.1-405b-reasoning" | "mixtral-8x7b-32768" | "gemma-7b-it" | "custom-azure-openai" | "default";
            fallbackLlm?: "gpt-3.5-turbo" | "gpt-3.5-turbo-16k" | "gpt-3.5-turbo-0613" | "gpt-3.5-turbo-0125" | "gpt-4" | "gpt-4-0613" | "gpt-4-32k" | "gpt-4-turbo" | "gpt-4-0125-preview" | "gpt-4-turbo-vision" | "gpt-4-vision-preview" | "gpt-4o" | "gpt-4o-mini" | "o1-preview" | "o1-mini" | "palm2" | "gemini-pro" | "gemini-1.5-pro-latest" | "gemini-1.5-flash" | "claude-3-sonnet-20240229" | "claude-3-opus-20240229" | "claude-3-haiku-20240307" | "claude-3-5-sonnet-20240620" | "llama3-8b-8192" | "llama3-70b-8192" | "llama-3.1-8b-instant" | "llama-3.1-70b-versatile" | "llama-3.1-405b-reasoning" | "mixtral-8x7b-32768" | "gemma-7b-it" | "custom-azure-openai" | "default";
            judgeLlm?: "gpt-3.5-turbo" | "gpt-3.5-turbo-16k" | "gpt-3.5-turbo-0613" | "gpt-3.5-turbo-0125" | "gpt-4" | "gpt-4-0613" | "gpt-4-32k" | "gpt-4-turbo" | "gpt-4-0125-preview" | "gpt-4-turbo-vision" | "gpt-4-vision-preview" | "gpt-4o" | "gpt-4o-mini" | "o1-preview" | "o1-mini" | "palm2" | "gemini-pro" | "gemini-1.5-pro-latest" | "gemini-1.5-flash" | "claude-3-sonnet-20240229" | "claude-3-opus-20240229" | "claude-3-haiku-20240307" | "claude-3-5-sonnet-20240620" | "llama3-8b-8192" | "llama3-70b-8192" | "llama-3.1-8b-instant" | "llama-3.1-70b-versatile" | "llama-3.1-405b-reasoning" | "mixtral-8x7b-32768" | "gemma-7b-it" | "custom-azure-openai" | "default";
        };
        autoResponseSettings?: {
            stream?: boolean;
            shouldUseHtmlResponse?: boolean;
            shouldAutoGenerateUI?: boolean;
            ruleBasedThresholdLevel?: number;
        };
        knowledge?: {
            knowledgeDataStore?: {
                useKnowledgeDataStore?: boolean;
                knowledgeDataStoreNumCandidates?: number;
                knowledgeDataStoreCandidateScoreThreshold?: number;
                shouldSendDataStoreResultEmail?: boolean;
            };
            searchQueryPrompt?: string;
            links?: {
                [key: string]: string;
            };
        };
        files?: {
            kinds?: ("text" | "pdf" | "office" | "mail" | "archive" | "image" | "voice")[];
            maxSize?: number;
        };
        state?: {
            [key: string]: {
                about?: string;
                "type"?: "text" | "number" | "boolean" | "choice";
                values?: string[];
                maxLength?: number;
                writableBy?: ("scenario" | "webhook" | "admin" | "caller" | "model")[];
            };
        };
        memory?: "conversation" | "facts";
        mask?: ("keys" | "tokens" | "privateKeys" | "cards")[];
        moderation?: {
            "of"?: ("people" | "answers")[];
            webhook?: string;
            unreachable?: "open" | "closed";
        };
        reminders?: boolean;
        id: string;
    };
    /** As an update takes them; the values of `authHeaders` read `••••`. */
    webhooks: Webhook[];
    /** How often it was published. */
    version: number;
    /** How many it has. */
    rules: number;
    /** How many it has. */
    scenarios: number;
    /** What will not work as one might think. */
    warnings: Fault[];
};
export type Forgotten = {
    /** How the log of changes calls them. Nobody finds out by it who that is. */
    receipt: string;
    /** What came later is not gone. */
    at: string;
    /** How many are gone. */
    rows: number;
    /** Of each table. */
    removed: {
        [key: string]: number;
    };
};
export type Usage = {
    /** The first day, UTC. */
    "from": string;
    /** The last day, UTC. */
    to: string;
    plan: {
        name: string;
        /** Null: any number. */
        conversationsPerMonth: number | null;
        conversationsThisMonth: number;
    };
    total: {
        conversations: number;
        inputTokens: number;
        outputTokens: number;
    };
    /** One entry for each day, agent and door there was any usage of; without those that `by` leaves out. */
    usage: {
        day?: string;
        agent?: string;
        /** `http`, `slack`, `discord` or `teams`. */
        door?: string;
        /** Answered turns. */
        conversations: number;
        inputTokens: number;
        outputTokens: number;
    }[];
};
export type Health = {
    status: "ok";
    version: string;
};
export type Readiness = {
    status: "ready" | "not_ready" | "draining";
    /** What it depends on, by name. */
    checks: {
        [key: string]: boolean;
    };
    /** What does not work though the process does: a platform or a model that is away, a token that is refused. */
    degraded: {
        what: string;
        why: string;
    }[];
};
/**
 * Say something to an agent
 */
export function converse(conversationRequest: ConversationRequest, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Answer;
    } | {
        status: 400;
        data: Problem & {
            code?: "malformed_json" | "invalid_request" | "invalid_content_length" | "uid_required" | "state_too_large" | "state_not_writable" | "utterance_too_long" | "image_too_large" | "image_unreadable" | "image_not_supported" | "agent_not_found" | "streaming_disabled";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key" | "api_disabled";
        };
    } | {
        status: 413;
        data: Problem & {
            code?: "body_too_large";
        };
    } | {
        status: 415;
        data: Problem & {
            code?: "unsupported_media_type" | "unsupported_content_encoding";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "conversation_cap_reached" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "model_unavailable" | "model_not_configured" | "too_many_open_turns" | "interrupted" | "shutting_down" | "paused" | "storage_unavailable";
        };
    }>("/api", oazapfts.json({
        ...opts,
        method: "POST",
        body: conversationRequest
    }));
}
/**
 * List the agents of an account
 */
export function listAgents(uid: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: AgentList;
    } | {
        status: 400;
        data: Problem & {
            code?: "invalid_path";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "storage_unavailable";
        };
    }>(`/admin/${encodeURIComponent(uid)}/agent`, {
        ...opts
    });
}
/**
 * Create an agent
 */
export function createAgent(uid: string, createAgent: CreateAgent, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: SavedAgent;
    } | {
        status: 400;
        data: Problem & {
            code?: "malformed_json" | "invalid_request" | "invalid_content_length" | "invalid_path" | "agent_already_exists" | "agent_limit_exceeded" | "webhook_limit_exceeded";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "first_agent_required";
        };
    } | {
        status: 413;
        data: Problem & {
            code?: "body_too_large";
        };
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 415;
        data: Problem & {
            code?: "unsupported_media_type" | "unsupported_content_encoding";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "edited_meanwhile" | "storage_unavailable";
        };
    }>(`/admin/${encodeURIComponent(uid)}/agent`, oazapfts.json({
        ...opts,
        method: "POST",
        body: createAgent
    }));
}
/**
 * Change an agent
 */
export function updateAgent(uid: string, updateAgent: UpdateAgent, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: SavedAgent;
    } | {
        status: 400;
        data: Problem & {
            code?: "malformed_json" | "invalid_request" | "invalid_content_length" | "invalid_path" | "webhook_limit_exceeded";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "first_agent_required" | "forbidden";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "agent_not_found";
        };
    } | {
        status: 413;
        data: Problem & {
            code?: "body_too_large";
        };
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 415;
        data: Problem & {
            code?: "unsupported_media_type" | "unsupported_content_encoding";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "edited_meanwhile" | "storage_unavailable";
        };
    }>(`/admin/${encodeURIComponent(uid)}/agent`, oazapfts.json({
        ...opts,
        method: "PUT",
        body: updateAgent
    }));
}
/**
 * Look at an agent
 */
export function getAgent(uid: string, agentId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: AgentDetails;
    } | {
        status: 400;
        data: Problem & {
            code?: "invalid_agent_id" | "invalid_path";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "forbidden";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "agent_not_found";
        };
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "storage_unavailable";
        };
    }>(`/admin/${encodeURIComponent(uid)}/agent/${encodeURIComponent(agentId)}`, {
        ...opts
    });
}
/**
 * Delete an agent
 */
export function deleteAgent(uid: string, agentId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: Problem & {
            code?: "invalid_agent_id" | "invalid_path";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "forbidden";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "agent_not_found";
        };
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "storage_unavailable";
        };
    }>(`/admin/${encodeURIComponent(uid)}/agent/${encodeURIComponent(agentId)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Forget a person
 */
export function forgetPerson(uid: string, person: string, { agent }: {
    agent?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Forgotten;
    } | {
        status: 400;
        data: Problem & {
            code?: "invalid_path";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 413;
        data: Problem & {
            code?: "body_too_large";
        };
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 415;
        data: Problem & {
            code?: "unsupported_media_type" | "unsupported_content_encoding";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "edited_meanwhile" | "storage_unavailable";
        };
    }>(`/admin/${encodeURIComponent(uid)}/people/${encodeURIComponent(person)}/forget${QS.query(QS.explode({
        agent
    }))}`, {
        ...opts,
        method: "POST"
    });
}
/**
 * See what an account has used
 */
export function getUsage(uid: string, { $from, to, agent, by }: {
    $from?: string;
    to?: string;
    agent?: string;
    by?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Usage;
    } | {
        status: 400;
        data: Problem & {
            code?: "invalid_request" | "invalid_path";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "storage_unavailable";
        };
    }>(`/admin/${encodeURIComponent(uid)}/usage${QS.query(QS.explode({
        "from": $from,
        to,
        agent,
        by
    }))}`, {
        ...opts
    });
}
/**
 * Is the process alive?
 */
export function health(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Health;
    }>("/healthz", {
        ...opts
    });
}
/**
 * Should it be given work?
 */
export function readiness(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Readiness;
    } | {
        status: 503;
        data: Readiness;
    }>("/readyz", {
        ...opts
    });
}
/**
 * Figures for Prometheus
 */
export function metrics(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchText("/metrics", {
        ...opts
    });
}
