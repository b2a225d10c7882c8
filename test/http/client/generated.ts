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
    /** A conversation key of the account, or a key of the agent; of a draft a management key that may change agents. */
    api_key: string;
    /** The agent’s id. */
    agent_id: string;
    /** What the user says. Empty: a conversation begins, and its short-term memory is forgotten. At most 8000 characters. */
    utterance: string;
    /** Who the user is, unique within the account, e.g. `service_4711`. Needed for `state`; without it nothing is kept and scenarios are passed over. */
    uid?: (string | number) | null;
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
    /** With `?draft=1`: the `draft.talk` of the answer before. Else it is ignored. */
    talk?: string | null;
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
    /** Only where a draft has answered. */
    draft?: {
        /** Of what answered. */
        revision: string;
        /** Webhooks and tools that it would have called. */
        uncalled: string[];
        /** Sent as `talk` with the next utterance, that one goes on from this. */
        talk: string;
        /** The talk that was sent is of another state of the draft: this answer began anew. */
        isAnew: boolean;
    };
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
    /** The page here that explains the code: `/errors/invalid_request`. */
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
    /** Sent with every request. Their values are stored encrypted and read `••••`; `••••` sent back means "as it was", while the URL keeps its origin. */
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
        keepDays?: number | null;
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
        handover?: {
            to: {
                platform: string;
                channel: string;
            };
            hours?: {
                zone: string;
                days?: ("sun" | "mon" | "tue" | "wed" | "thu" | "fri" | "sat")[];
                "from": string;
                to: string;
                outside?: string | null;
            } | null;
            after?: string | null;
            offer?: ("button" | "thumb")[] | null;
            patience?: string | null;
            suggest?: boolean | null;
        } | null;
        templates?: {
            [key: string]: {
                text: string;
                options?: string[] | null;
            };
        } | {
            [key: string]: {
                text: string;
                options?: string[] | null;
            };
        };
        unaskedPerDay?: number | null;
        marks?: ("waiting" | "solved")[] | null;
        face?: ("app" | "own") | null;
        longAnswers?: ("canvas" | "file") | null;
        sensitivity?: string | null;
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
        keepDays?: number | null;
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
        handover?: {
            to?: {
                platform?: string;
                channel?: string;
            };
            hours?: {
                zone?: string;
                days?: ("sun" | "mon" | "tue" | "wed" | "thu" | "fri" | "sat")[];
                "from"?: string;
                to?: string;
                outside?: string | null;
            } | null;
            after?: string | null;
            offer?: ("button" | "thumb")[] | null;
            patience?: string | null;
            suggest?: boolean | null;
        } | null;
        templates?: {
            [key: string]: {
                text?: string;
                options?: string[] | null;
            } | null;
        } | {
            [key: string]: {
                text?: string;
                options?: string[] | null;
            } | null;
        };
        unaskedPerDay?: number | null;
        marks?: ("waiting" | "solved")[] | null;
        face?: ("app" | "own") | null;
        longAnswers?: ("canvas" | "file") | null;
        sensitivity?: string | null;
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
        keepDays?: number;
        mask?: ("keys" | "tokens" | "privateKeys" | "cards")[];
        moderation?: {
            "of"?: ("people" | "answers")[];
            webhook?: string;
            unreachable?: "open" | "closed";
        };
        reminders?: boolean;
        handover?: {
            to: {
                platform: string;
                channel: string;
            };
            hours?: {
                zone: string;
                days?: ("sun" | "mon" | "tue" | "wed" | "thu" | "fri" | "sat")[];
                "from": string;
                to: string;
                outside?: string;
            };
            after?: string;
            offer?: ("button" | "thumb")[];
            patience?: string;
            suggest?: boolean;
        };
        templates?: {
            [key: string]: {
                text: string;
                options?: string[];
            };
        };
        unaskedPerDay?: number;
        marks?: ("waiting" | "solved")[];
        face?: "app" | "own";
        longAnswers?: "canvas" | "file";
        sensitivity?: string;
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
export type ChatRequest = {
    /** The agent’s id. */
    model: string;
    /** Whether the answer comes as it is written. */
    stream?: boolean | null;
    /** The `uid` of whom the agent talks with. Without one `messages` are the conversation, and nothing is kept. */
    user?: string | null;
    /** `uid` stands before `user`. */
    metadata?: {
        uid?: string;
    } | null;
    /** `none`: none is called. Whatever else is as if it were not there. */
    tool_choice?: any;
    /** The last one of the user is answered; behind it may stand calls of your functions, and the result of each. */
    messages: {
        "type"?: "message";
        role: "system" | "developer" | "user" | "assistant" | "tool";
        content?: string | ({
            "type": "text" | "input_text" | "output_text";
            text: string;
        } | {
            "type": "refusal";
            refusal: string;
        } | {
            "type": "image_url";
            image_url: {
                url: string;
            };
        } | {
            "type": "input_image";
            image_url: string;
        })[] | null;
        tool_calls?: {
            id: string;
            "function": {
                name: string;
                arguments: string;
            };
        }[] | null;
        tool_call_id?: string;
    }[];
    /** Functions of your program. Other tools are refused. */
    tools?: {
        "type": "function";
        "function": {
            name: string;
            description?: string | null;
            parameters?: {
                [key: string]: any;
            } | {
                [key: string]: any;
            };
        };
    }[] | null;
    n?: 1 | 1;
    stream_options?: {
        /** Whether the tokens are told at the end of a stream, too. */
        include_usage?: boolean;
    } | null;
};
export type ChatCompletion = {
    id: string;
    "object": "chat.completion";
    created: number;
    model: string;
    choices: {
        index: number;
        message: {
            role: "assistant";
            content: string | null;
            refusal: null;
            tool_calls?: {
                id: string;
                "type": "function";
                "function": {
                    name: string;
                    arguments: string;
                };
            }[];
        };
        logprobs: null;
        /** `length`: the answer was cut off. */
        finish_reason: "stop" | "length" | "tool_calls";
    }[];
    usage: {
        prompt_tokens: number;
        completion_tokens: number;
        total_tokens: number;
        prompt_tokens_details: {
            cached_tokens: number;
        };
        completion_tokens_details: {
            reasoning_tokens: number;
        };
    };
};
export type OpenAiError = {
    error: {
        message: string;
        "type": string;
        /** The member of the request that is at fault. */
        param: string | null;
        /** For programs. */
        code: string;
    };
};
export type ResponseRequest = {
    /** The agent’s id. */
    model: string;
    /** Whether the answer comes as it is written. */
    stream?: boolean | null;
    /** The `uid` of whom the agent talks with. Without one `input` is the conversation, and nothing is kept. */
    user?: string | null;
    /** `uid` stands before `user`. */
    metadata?: {
        uid?: string;
    } | null;
    /** `none`: none is called. Whatever else is as if it were not there. */
    tool_choice?: any;
    /** What is said; of a list the last message of the user. */
    input: string | ({
        "type"?: "message";
        role: "system" | "developer" | "user" | "assistant" | "tool";
        content?: string | ({
            "type": "text" | "input_text" | "output_text";
            text: string;
        } | {
            "type": "refusal";
            refusal: string;
        } | {
            "type": "image_url";
            image_url: {
                url: string;
            };
        } | {
            "type": "input_image";
            image_url: string;
        })[] | null;
        tool_calls?: {
            id: string;
            "function": {
                name: string;
                arguments: string;
            };
        }[] | null;
        tool_call_id?: string;
    } | {
        "type": "function_call";
        call_id: string;
        name: string;
        arguments: string;
    } | {
        "type": "function_call_output";
        call_id: string;
        output: string;
    })[];
    /** Functions of your program. Other tools are refused. */
    tools?: {
        "type": "function";
        name: string;
        description?: string | null;
        parameters?: {
            [key: string]: any;
        } | {
            [key: string]: any;
        };
    }[] | null;
    /** Stands among what was said before: the instructions are those of the agent’s admin. */
    instructions?: string | null;
    /** Only with `user`: memory is the agent’s. */
    previous_response_id?: string | null;
    background?: boolean | null;
};
export type ModelResponse = {
    id: string;
    "object": "response";
    created_at: number;
    /** `incomplete`: the answer was cut off. */
    status: "in_progress" | "completed" | "incomplete" | "cancelled" | "failed";
    model: string;
    output: ({
        id: string;
        "type": "message";
        role: "assistant";
        status: string;
        content: {
            "type": "output_text";
            text: string;
            annotations: any[];
            logprobs: any[];
        }[];
    } | {
        id: string;
        "type": "function_call";
        status: string;
        call_id: string;
        name: string;
        arguments: string;
    })[];
    /** Null while it runs. */
    usage: {
        input_tokens: number;
        input_tokens_details: {
            cached_tokens: number;
        };
        output_tokens: number;
        output_tokens_details: {
            reasoning_tokens: number;
        };
        total_tokens: number;
    } | null;
};
export type Model = {
    /** The agent’s id. */
    id: string;
    "object": "model";
    created: number;
    /** The account of the key. */
    owned_by: string;
};
export type ModelList = {
    "object": "list";
    data: Model[];
};
export type Rule = {
    when: string[];
    say: string | string[];
    options?: string[];
    topic?: string;
    imageUrl?: string;
    url?: string;
    state?: string;
    extensions?: any;
    embededHtml?: string;
};
export type ScenarioFile = {
    version: 1;
    id: string;
    title?: string;
    priority?: number;
    start: {
        match: {
            exact: string | string[];
        } | {
            partial: string | string[];
        } | {
            regex: string;
        } | {
            rule: string | string[];
            level?: number;
        } | {
            intent: string;
        } | {
            state: string;
            op?: "exists" | "missing" | "eq" | "ne" | "in" | "gt" | "gte" | "lt" | "lte";
            value?: string | number | string[];
        } | {
            webhook: "ok" | "error";
        } | {
            called: "completed" | "cancelled" | "expired" | "failed" | "handoff";
        } | {
            start: true;
        } | {
            "any": true;
        };
    }[];
    guard?: {
        state: string;
        op?: "exists" | "missing" | "eq" | "ne" | "in" | "gt" | "gte" | "lt" | "lte";
        value?: string | number | string[];
    } | {
        state: string;
        op?: "exists" | "missing" | "eq" | "ne" | "in" | "gt" | "gte" | "lt" | "lte";
        value?: string | number | string[];
    }[];
    policy?: {
        words?: {
            cancel?: (string | string[]) | any[];
            repeat?: (string | string[]) | any[];
            back?: (string | string[]) | any[];
            restart?: (string | string[]) | any[];
            help?: (string | string[]) | any[];
            why?: (string | string[]) | any[];
        };
        cancel?: {
            exact?: string | string[];
            partial?: string | string[];
            goto: string;
        };
        digression?: "return" | "stay" | "leave";
        timeout?: {
            after: string;
            goto: string;
        };
        reprompt?: {
            max: number;
            goto: string;
        };
    };
    slots?: {
        [key: string]: {
            "type": "text" | "number" | "money" | "date" | "time" | "datetime" | "duration" | "email" | "phone" | "url" | "choice" | "yesno" | "name" | "file" | "pattern";
            list?: boolean;
            label?: (string | string[]) | {
                [key: string]: string | string[];
            };
            ask?: (string | string[]) | {
                [key: string]: string | string[];
            };
            why?: (string | string[]) | {
                [key: string]: string | string[];
            };
            invalid?: (string | string[]) | {
                [key: string]: string | string[];
            };
            min?: number | string;
            max?: number | string;
            future?: boolean;
            past?: boolean;
            currency?: string;
            country?: string;
            values?: string[] | {
                [key: string]: (string | string[]) | any[];
            };
            pattern?: string;
            cues?: string | string[];
            needs?: string | string[];
        };
    };
    keep?: string[];
    timeZone?: string;
    first: string;
    nodes: {
        [key: string]: {
            say?: (string | string[]) | {
                [key: string]: string | string[];
            };
            topic?: string;
            imageUrl?: string;
            url?: string;
            state?: string;
            extensions?: any;
            embededHtml?: string;
            "set"?: {
                [key: string]: string;
            };
            unset?: string | string[];
            options?: {
                text: string;
                also?: string | string[];
                goto?: string;
                "set"?: {
                    [key: string]: string;
                };
                unset?: string | string[];
            }[];
            select?: boolean;
            reprompt?: (string | string[]) | {
                [key: string]: string | string[];
            };
            collect?: {
                state: string;
                goto: string;
                unless?: ("question" | "start")[];
            };
            fill?: string | string[];
            confirm?: {
                slots?: string[];
                yes: string;
                no: string;
            };
            approve?: {
                what: (string | string[]) | {
                    [key: string]: string | string[];
                };
                by?: ("asker" | "owner") | {
                    platform: string;
                    channel: string;
                };
                expires?: string;
                approved: string;
                denied: string;
                expired?: string;
            };
            call?: {
                scenario: string;
                give?: {
                    [key: string]: string;
                };
                take?: {
                    [key: string]: string;
                };
            };
            "while"?: {
                state: string;
                op?: "exists" | "missing" | "eq" | "ne" | "in" | "gt" | "gte" | "lt" | "lte";
                value?: string | number | string[];
            } | {
                state: string;
                op?: "exists" | "missing" | "eq" | "ne" | "in" | "gt" | "gte" | "lt" | "lte";
                value?: string | number | string[];
            }[];
            "do"?: string;
            why?: (string | string[]) | {
                [key: string]: string | string[];
            };
            webhook?: string;
            input?: {
                [key: string]: any;
            };
            repeatable?: boolean;
            save?: {
                [key: string]: string;
            };
            on?: ({
                match: {
                    exact: string | string[];
                } | {
                    partial: string | string[];
                } | {
                    regex: string;
                } | {
                    rule: string | string[];
                    level?: number;
                } | {
                    intent: string;
                } | {
                    state: string;
                    op?: "exists" | "missing" | "eq" | "ne" | "in" | "gt" | "gte" | "lt" | "lte";
                    value?: string | number | string[];
                } | {
                    webhook: "ok" | "error";
                } | {
                    called: "completed" | "cancelled" | "expired" | "failed" | "handoff";
                } | {
                    start: true;
                } | {
                    "any": true;
                };
                "set"?: {
                    [key: string]: string;
                };
                unset?: string | string[];
                goto: string;
            } | {
                "else": string;
                unless?: ("question" | "start")[];
                "set"?: {
                    [key: string]: string;
                };
                unset?: string | string[];
            })[];
            goto?: string;
            timeout?: {
                after: string;
                goto: string;
            };
            remind?: {
                after?: string;
                at?: string;
                say?: (string | string[]) | {
                    [key: string]: string | string[];
                };
                goto?: string;
            }[];
            end?: ("completed" | "cancelled" | "expired" | "failed" | "handoff") | {
                jump: string;
            };
        };
    };
};
export type AgentDocument = {
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
        keepDays?: number;
        mask?: ("keys" | "tokens" | "privateKeys" | "cards")[];
        moderation?: {
            "of"?: ("people" | "answers")[];
            webhook?: string;
            unreachable?: "open" | "closed";
        };
        reminders?: boolean;
        handover?: {
            to: {
                platform: string;
                channel: string;
            };
            hours?: {
                zone: string;
                days?: ("sun" | "mon" | "tue" | "wed" | "thu" | "fri" | "sat")[];
                "from": string;
                to: string;
                outside?: string;
            };
            after?: string;
            offer?: ("button" | "thumb")[];
            patience?: string;
            suggest?: boolean;
        };
        templates?: {
            [key: string]: {
                text: string;
                options?: string[];
            };
        };
        unaskedPerDay?: number;
        marks?: ("waiting" | "solved")[];
        face?: "app" | "own";
        longAnswers?: "canvas" | "file";
        sensitivity?: string;
    };
    webhooks?: Webhook[];
    replies?: {
        opening?: string | string[];
        openingOptions?: string[];
        noAnswer?: string | string[];
        noModel?: string | string[];
        didYouMean?: (string | string[]) | boolean;
    };
    context?: ("none" | "message" | "thread" | "channel") | {
        reach?: "none" | "message" | "thread" | "channel";
        messages?: number;
        hours?: number;
        programs?: boolean;
        tokens?: number;
        calls?: number;
        links?: "none" | "fetch";
        footer?: boolean;
        search?: "none" | "public";
    };
    synonyms?: string[][];
    calledBy?: {
        reactions?: string[];
        stop?: string[];
        repeat?: string[];
        handover?: string[];
        bots?: string[];
        proxies?: string[];
    };
    tools?: {
        servers?: {
            [key: string]: {
                url: string;
                headers?: {
                    key: string;
                    value: string;
                }[];
                auth?: "agent" | "person";
                client?: {
                    id: string;
                    secret?: string;
                };
                sso?: {
                    platform: string;
                    scope?: string;
                };
            };
        };
        rules?: {
            [key: string]: {
                policy: "auto" | "ask" | "ask owner" | "never";
                values?: {
                    [key: string]: (string | number | boolean)[];
                };
                patterns?: {
                    [key: string]: string;
                };
                callsPerHour?: number;
                price?: number;
                who?: ("owners" | "admins") | {
                    groups: {
                        platform: string;
                        group: string;
                    }[];
                };
                approvers?: {
                    platform: string;
                    channel: string;
                };
                always?: boolean;
                expires?: string;
                pin?: string;
                seen?: string;
            };
        };
    };
    rules?: Rule[];
    scenarios?: ScenarioFile[];
    tests?: {
        said: string;
        says: string;
        options?: string[];
    }[];
};
export type Draft = {
    agent: string;
    /** The live version, which it stands upon. */
    version: number;
    /** Names this very state; the ETag is the same. */
    revision: string;
    document: AgentDocument;
    /** Null: there is none, and this is what is live. */
    draft: {
        author: string;
        /** ISO 8601, UTC. */
        updatedAt: string;
        /** What it consists of, the first first; `deed` and `told` in the language, `summary` as it is kept. */
        changes: {
            author: string;
            /** ISO 8601, UTC. */
            at: string;
            summary: string;
            deed: string;
            told: string;
        }[];
    } | null;
    /** For `…/undo` of the last change. Null: it cannot be taken back. */
    undo: string | null;
    conflicts: {
        path: string;
        live: string;
        draft: string;
    }[];
};
export type ChangedDraft = {
    agent: string;
    /** The live version, which it stands upon. */
    version: number;
    /** Names this very state; the ETag is the same. */
    revision: string;
    document: AgentDocument;
    /** Null: there is none, and this is what is live. */
    draft: {
        author: string;
        /** ISO 8601, UTC. */
        updatedAt: string;
        /** What it consists of, the first first; `deed` and `told` in the language, `summary` as it is kept. */
        changes: {
            author: string;
            /** ISO 8601, UTC. */
            at: string;
            summary: string;
            deed: string;
            told: string;
        }[];
    } | null;
    /** For `…/undo` of the last change. Null: it cannot be taken back. */
    undo: string | null;
    conflicts: {
        path: string;
        live: string;
        draft: string;
    }[];
    patch: string;
    summary: string;
    webhookSecrets?: {
        name: string;
        secret: string;
    }[];
    /** What was accepted but will not work as one might think. */
    warnings: {
        path: string;
        message: string;
    }[];
};
export type Source = {
    name: string;
    sha256: string;
    mimetype: string;
    bytes: number;
    passages: number;
    /** ISO 8601, UTC. */
    createdAt: string;
};
export type Delivery = {
    id: string;
    webhook: string;
    status: string;
    attempts: number;
    outcome: string | null;
    /** ISO 8601, UTC. */
    createdAt: string;
    /** ISO 8601, UTC. */
    settledAt: string | null;
    /** ISO 8601, UTC. */
    nextAt: string | null;
    /** What carried a caller’s token cannot be sent again. */
    canResend: boolean;
};
export type Turn = {
    id: string;
    agent: string;
    version: number;
    /** Empty for a caller who gave none. */
    uid: string;
    status: string;
    interrupted: string | null;
    trace: any;
    delivery: any;
    /** The calls that showed the answer on its platform; null of programs, and of turns that showed nothing. */
    wire: {
        calls: {
            "do": "look" | "open" | "append" | "edit" | "finish" | "remove";
            /** Which of the answer’s messages, from 0. */
            n: number;
            /** When it was wanted, in milliseconds since showing began. */
            at: number;
            /** For room in the limits of the platform, in milliseconds. */
            waited: number;
            ms: number;
            end: "ok" | "limited" | "refused" | "unknown";
            /** What the platform refused it with. */
            code?: string;
            /** So long the platform wants no such call. */
            retryMs?: number;
        }[];
        /** How many between the first and the last are left out. */
        leftOut: number;
    } | null;
    votes: {
        good: number;
        bad: number;
    };
    attempts: number;
    /** ISO 8601, UTC. */
    startedAt: string;
    /** ISO 8601, UTC. */
    committedAt: string | null;
};
export type Account = {
    uid: string;
    name: string;
    plan: string;
    email: string | null;
    apiEnabled: boolean;
    defaultAgent: string | null;
    /** ISO 8601, UTC. */
    createdAt: string;
};
export type Key = {
    id: string;
    kind: "management" | "conversation" | "agent";
    agent: string | null;
    name: string;
    /** The last four characters. */
    hint: string;
    /** Null: all. */
    scopes: ("agents:read" | "agents:write" | "knowledge:read" | "knowledge:write" | "people:read" | "people:write" | "turns:read" | "turns:write" | "usage:read" | "usage:write" | "places:read" | "places:write" | "visitors:read" | "visitors:write" | "messages:read" | "messages:write" | "keys:read" | "keys:write" | "account:read" | "account:write" | "audit:read" | "audit:write")[] | null;
    /** ISO 8601, UTC. */
    expiresAt: string | null;
    /** ISO 8601, UTC. */
    createdAt: string;
    /** ISO 8601, UTC. */
    lastUsedAt: string | null;
    /** ISO 8601, UTC. */
    revokedAt: string | null;
};
/**
 * Say something to an agent
 */
export function converse(conversationRequest: ConversationRequest, { draft, idempotencyKey }: {
    draft?: "0" | "1";
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
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
        status: 403;
        data: Problem & {
            code?: "out_of_scope" | "forbidden";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "agent_not_found" | "no_draft";
        };
    } | {
        status: 409;
        data: Problem & {
            code?: "still_running";
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
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
    }>(`/api${QS.query(QS.explode({
        draft
    }))}`, oazapfts.json({
        ...opts,
        method: "POST",
        body: conversationRequest,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
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
        status: 403;
        data: Problem & {
            code?: "out_of_scope";
        };
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
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
export function createAgent(uid: string, createAgent: CreateAgent, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
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
            code?: "out_of_scope" | "first_agent_required";
        };
    } | {
        status: 409;
        data: Problem & {
            code?: "still_running" | "done_already";
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
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
        body: createAgent,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Change an agent
 */
export function updateAgent(uid: string, updateAgent: UpdateAgent, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
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
            code?: "out_of_scope" | "first_agent_required" | "forbidden";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "agent_not_found";
        };
    } | {
        status: 409;
        data: Problem & {
            code?: "still_running" | "done_already";
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
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
        body: updateAgent,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
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
            code?: "out_of_scope" | "forbidden";
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
            code?: "too_many_requests" | "too_many_wrong_keys";
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
export function deleteAgent(uid: string, agentId: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
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
            code?: "out_of_scope" | "forbidden";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "agent_not_found";
        };
    } | {
        status: 409;
        data: Problem & {
            code?: "still_running" | "done_already";
        };
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
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
        method: "DELETE",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Forget a person
 */
export function forgetPerson(uid: string, person: string, { agent, idempotencyKey }: {
    agent?: string;
    idempotencyKey?: string;
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
        status: 409;
        data: Problem & {
            code?: "still_running" | "done_already";
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
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
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
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
        status: 403;
        data: Problem & {
            code?: "out_of_scope";
        };
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
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
/**
 * Chat completions: an agent is a model
 */
export function createChatCompletion(chatRequest: ChatRequest, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ChatCompletion;
    } | {
        status: 400;
        data: OpenAiError;
    } | {
        status: 401;
        data: OpenAiError;
    } | {
        status: 404;
        data: OpenAiError;
    } | {
        status: 409;
        data: OpenAiError;
    } | {
        status: 413;
        data: OpenAiError;
    } | {
        status: 415;
        data: OpenAiError;
    } | {
        status: 422;
        data: OpenAiError;
    } | {
        status: 429;
        data: OpenAiError;
    } | {
        status: 500;
        data: OpenAiError;
    } | {
        status: 503;
        data: OpenAiError;
    }>("/v1/chat/completions", oazapfts.json({
        ...opts,
        method: "POST",
        body: chatRequest,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Responses: the same, in streams that resume
 */
export function createResponse(responseRequest: ResponseRequest, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ModelResponse;
    } | {
        status: 400;
        data: OpenAiError;
    } | {
        status: 401;
        data: OpenAiError;
    } | {
        status: 404;
        data: OpenAiError;
    } | {
        status: 409;
        data: OpenAiError;
    } | {
        status: 413;
        data: OpenAiError;
    } | {
        status: 415;
        data: OpenAiError;
    } | {
        status: 422;
        data: OpenAiError;
    } | {
        status: 429;
        data: OpenAiError;
    } | {
        status: 500;
        data: OpenAiError;
    } | {
        status: 503;
        data: OpenAiError;
    }>("/v1/responses", oazapfts.json({
        ...opts,
        method: "POST",
        body: responseRequest,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * A response, or the rest of its stream
 */
export function getResponse(response: string, { stream, startingAfter }: {
    stream?: string;
    startingAfter?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ModelResponse;
    } | {
        status: 400;
        data: OpenAiError;
    } | {
        status: 401;
        data: OpenAiError;
    } | {
        status: 404;
        data: OpenAiError;
    } | {
        status: 429;
        data: OpenAiError;
    } | {
        status: 500;
        data: OpenAiError;
    } | {
        status: 503;
        data: OpenAiError;
    }>(`/v1/responses/${encodeURIComponent(response)}${QS.query(QS.explode({
        stream,
        starting_after: startingAfter
    }))}`, {
        ...opts
    });
}
/**
 * Stop a response
 */
export function cancelResponse(response: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ModelResponse;
    } | {
        status: 401;
        data: OpenAiError;
    } | {
        status: 404;
        data: OpenAiError;
    } | {
        status: 429;
        data: OpenAiError;
    } | {
        status: 500;
        data: OpenAiError;
    } | {
        status: 503;
        data: OpenAiError;
    }>(`/v1/responses/${encodeURIComponent(response)}/cancel`, {
        ...opts,
        method: "POST"
    });
}
/**
 * The rest of a turn’s stream, by Last-Event-ID
 */
export function followTurn(turn: string, { lastEventId }: {
    lastEventId?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: string;
    } | {
        status: 204;
    } | {
        status: 400;
        data: OpenAiError;
    } | {
        status: 401;
        data: OpenAiError;
    } | {
        status: 404;
        data: OpenAiError;
    } | {
        status: 429;
        data: OpenAiError;
    } | {
        status: 500;
        data: OpenAiError;
    } | {
        status: 503;
        data: OpenAiError;
    }>(`/v1/turns/${encodeURIComponent(turn)}/events`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Last-Event-ID": lastEventId
        })
    });
}
/**
 * The agents that the key opens, as models
 */
export function listModels(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ModelList;
    } | {
        status: 401;
        data: OpenAiError;
    } | {
        status: 429;
        data: OpenAiError;
    } | {
        status: 500;
        data: OpenAiError;
    } | {
        status: 503;
        data: OpenAiError;
    }>("/v1/models", {
        ...opts
    });
}
/**
 * An agent, as a model
 */
export function getModel(model: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Model;
    } | {
        status: 401;
        data: OpenAiError;
    } | {
        status: 404;
        data: OpenAiError;
    } | {
        status: 429;
        data: OpenAiError;
    } | {
        status: 500;
        data: OpenAiError;
    } | {
        status: 503;
        data: OpenAiError;
    }>(`/v1/models/${encodeURIComponent(model)}`, {
        ...opts
    });
}
/**
 * List the agents of the account.
 */
export function listAgentsV1({ limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                version: number;
                displayName: string;
                description: string;
                scope: string;
                llm: string | null;
            }[];
            next: string | null;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Make an agent.
 */
export function createAgentV1(createAgent: CreateAgent, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            id: string;
            /** Shown this once. */
            issuedAgentApiKey?: string;
            /** Shown this once. */
            webhookSecrets?: {
                name: string;
                secret: string;
            }[];
            warnings?: {
                path: string;
                message: string;
            }[];
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>("/v1/agents", oazapfts.json({
        ...opts,
        method: "POST",
        body: createAgent,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Look at what is live of an agent.
 */
export function getAgentV1(agent: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            /** The live one; the ETag names it too. */
            version: number;
            /** All that the version holds. Secrets read `••••`. */
            document: AgentDocument;
            /** What was accepted but will not work as one might think. */
            warnings: {
                path: string;
                message: string;
            }[];
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}`, {
        ...opts
    });
}
/**
 * Change settings and webhooks of what is live, key by key, at once; `null` clears a key.
 */
export function updateAgentV1(agent: string, ifMatch: string, body: {
    agent?: {
        displayName?: string;
        description?: string;
        photoUrl?: string;
        serviceURL?: string | null;
        providerName?: string;
        scope?: "public" | "private";
        useAIResponse?: boolean | null;
        llmSettings?: {
            llm?: "gpt-3.5-turbo" | "gpt-3.5-turbo-16k" | "gpt-3.5-turbo-0613" | "gpt-3.5-turbo-0125" | "gpt-4" | "gpt-4-0613" | "gpt-4-32k" | "gpt-4-turbo" | "gpt-4-0125-preview" | "gpt-4-turbo-vision" | "gpt-4-vision-preview" | "gpt-4o" | "gpt-4o-mini" | "o1-preview" | "o1-mini" | "palm2" | "gemini-pro" | "gemini-1.5-pro-latest" | "gemini-1.5-flash" | "claude-3-sonnet-20240229" | "claude-3-opus-20240229" | "claude-3-haiku-20240307" | "claude-3-5-sonnet-20240620" | "llama3-8b-8192" | "llama3-70b-8192" | "llama-3.1-8b-instant" | "llama-3.1-70b-versatile" | "llama-3.1-405b-reasoning" | "mixtral-8x7b-32768" | "gemma-7b-it" | "custom-azure-openai" | "default";
            temperature?: number | null;
            prompt?: string | null;
            cheaperLlm?: ("gpt-3.5-turbo" | "gpt-3.5-turbo-16k" | "gpt-3.5-turbo-0613" | "gpt-3.5-turbo-0125" | "gpt-4" | "gpt-4-0613" | "gpt-4-32k" | "gpt-4-turbo" | "gpt-4-0125-preview" | "gpt-4-turbo-vision" | "gpt-4-vision-preview" | "gpt-4o" | "gpt-4o-mini" | "o1-preview" | "o1-mini" | "palm2" | "gemini-pro" | "gemini-1.5-pro-latest" | "gemini-1.5-flash" | "claude-3-sonnet-20240229" | "claude-3-opus-20240229" | "claude-3-haiku-20240307" | "claude-3-5-sonnet-20240620" | "llama3-8b-8192" | "llama3-70b-8192" | "llama-3.1-8b-instant" | "llama-3.1-70b-versatile" | "llama-3.1-405b-reasoning" | "mixtral-8x7b-32768" | "gemma-7b-it" | "custom-azure-openai" | "default") | null;
            fallbackLlm?: ("gpt-3.5-turbo" | "gpt-3.5-turbo-16k" | "gpt-3.5-turbo-0613" | "gpt-3.5-turbo-0125" | "gpt-4" | "gpt-4-0613" | "gpt-4-32k" | "gpt-4-turbo" | "gpt-4-0125-preview" | "gpt-4-turbo-vision" | "gpt-4-vision-preview" | "gpt-4o" | "gpt-4o-mini" | "o1-preview" | "o1-mini" | "palm2" | "gemini-pro" | "gemini-1.5-pro-latest" | "gemini-1.5-flash" | "claude-3-sonnet-20240229" | "claude-3-opus-20240229" | "claude-3-haiku-20240307" | "claude-3-5-sonnet-20240620" | "llama3-8b-8192" | "llama3-70b-8192" | "llama-3.1-8b-instant" | "llama-3.1-70b-versatile" | "llama-3.1-405b-reasoning" | "mixtral-8x7b-32768" | "gemma-7b-it" | "custom-azure-openai" | "default") | null;
            judgeLlm?: ("gpt-3.5-turbo" | "gpt-3.5-turbo-16k" | "gpt-3.5-turbo-0613" | "gpt-3.5-turbo-0125" | "gpt-4" | "gpt-4-0613" | "gpt-4-32k" | "gpt-4-turbo" | "gpt-4-0125-preview" | "gpt-4-turbo-vision" | "gpt-4-vision-preview" | "gpt-4o" | "gpt-4o-mini" | "o1-preview" | "o1-mini" | "palm2" | "gemini-pro" | "gemini-1.5-pro-latest" | "gemini-1.5-flash" | "claude-3-sonnet-20240229" | "claude-3-opus-20240229" | "claude-3-haiku-20240307" | "claude-3-5-sonnet-20240620" | "llama3-8b-8192" | "llama3-70b-8192" | "llama-3.1-8b-instant" | "llama-3.1-70b-versatile" | "llama-3.1-405b-reasoning" | "mixtral-8x7b-32768" | "gemma-7b-it" | "custom-azure-openai" | "default") | null;
        } | null;
        autoResponseSettings?: {
            stream?: boolean | null;
            shouldUseHtmlResponse?: boolean | null;
            shouldAutoGenerateUI?: boolean | null;
            ruleBasedThresholdLevel?: number | null;
        } | null;
        knowledge?: {
            knowledgeDataStore?: {
                useKnowledgeDataStore?: boolean | null;
                knowledgeDataStoreNumCandidates?: number | null;
                knowledgeDataStoreCandidateScoreThreshold?: number | null;
                shouldSendDataStoreResultEmail?: boolean | null;
            } | null;
            searchQueryPrompt?: string | null;
            links?: {
                [key: string]: string | null;
            } | {
                [key: string]: string | null;
            };
        } | null;
        files?: {
            kinds?: ("text" | "pdf" | "office" | "mail" | "archive" | "image" | "voice")[] | null;
            maxSize?: number | null;
        } | null;
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
        keepDays?: number | null;
        mask?: ("keys" | "tokens" | "privateKeys" | "cards")[] | null;
        moderation?: {
            "of"?: ("people" | "answers")[] | null;
            webhook?: string | null;
            unreachable?: ("open" | "closed") | null;
        } | null;
        reminders?: boolean | null;
        handover?: {
            to?: {
                platform?: string;
                channel?: string;
            };
            hours?: {
                zone?: string;
                days?: ("sun" | "mon" | "tue" | "wed" | "thu" | "fri" | "sat")[];
                "from"?: string;
                to?: string;
                outside?: string | null;
            } | null;
            after?: string | null;
            offer?: ("button" | "thumb")[] | null;
            patience?: string | null;
            suggest?: boolean | null;
        } | null;
        templates?: {
            [key: string]: {
                text?: string;
                options?: string[] | null;
            } | null;
        } | {
            [key: string]: {
                text?: string;
                options?: string[] | null;
            } | null;
        };
        unaskedPerDay?: number | null;
        marks?: ("waiting" | "solved")[] | null;
        face?: ("app" | "own") | null;
        longAnswers?: ("canvas" | "file") | null;
        sensitivity?: string | null;
    };
    webhooks?: Webhook[] | null;
    issueAgentApiKey?: boolean | null;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            /** Shown this once. */
            issuedAgentApiKey?: string;
            /** Shown this once. */
            webhookSecrets?: {
                name: string;
                secret: string;
            }[];
            warnings?: {
                path: string;
                message: string;
            }[];
            version: number;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 412;
        data: Problem & {
            code?: "changed_since";
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 428;
        data: Problem & {
            code?: "match_required";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "If-Match": ifMatch,
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Delete an agent, with all that is only its own.
 */
export function deleteAgentV1(agent: string, { ifMatch, idempotencyKey }: {
    ifMatch?: string;
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 412;
        data: Problem & {
            code?: "changed_since";
        };
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}`, {
        ...opts,
        method: "DELETE",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "If-Match": ifMatch,
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * List the versions of an agent, newest first.
 */
export function listVersions(agent: string, { limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                version: number;
                author: string;
                createdAt: string;
            }[];
            next: string | null;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/versions${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * What a version changed of the one before, or what rolling back to it would change of what is live, as a patch.
 */
export function diffVersion(agent: string, version: number, { $from }: {
    $from?: "former" | "live";
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            patch: string;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/versions/${encodeURIComponent(version)}/diff${QS.query(QS.explode({
        "from": $from
    }))}`, {
        ...opts
    });
}
/**
 * Publish what a former version was as the next one. A draft stays.
 */
export function rollback(agent: string, version: number, { ifMatch, idempotencyKey }: {
    ifMatch?: string;
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            version: number;
            former: number;
            patch: string;
            /** What was accepted but will not work as one might think. */
            warnings: {
                path: string;
                message: string;
            }[];
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 412;
        data: Problem & {
            code?: "changed_since";
        };
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/versions/${encodeURIComponent(version)}/rollback`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "If-Match": ifMatch,
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Propose an agent from a sentence that says what it should be. Nothing is made.
 */
export function proposeAgent(body: {
    wish: string;
}, { language, idempotencyKey }: {
    language?: "en" | "ja";
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            /** False: no model has answered, and it is the template that fits best. */
            byModel: boolean;
            proposal: {
                name: string;
                description: string;
                prompt: string;
                opening: string;
                questions: string[];
                rules: {
                    when: string[];
                    say: string;
                }[];
                tests: {
                    ask: string;
                    rule: number;
                }[];
            };
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/proposals${QS.query(QS.explode({
        language
    }))}`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Make the agent that was proposed: its name and prompt are live, all else stands in its draft.
 */
export function makeProposedAgent(body: {
    proposal: {
        name: string;
        description: string;
        prompt: string;
        opening: string;
        questions: string[];
        rules: {
            when: string[];
            say: string;
        }[];
        tests: {
            ask: string;
            rule: number;
        }[];
    };
    /** Made of its name where none is given. */
    id?: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            id: string;
            /** Of its draft. */
            revision: string;
            /** What the draft was asked, and whether the rule that should answer did. */
            tried: {
                ask: string;
                rule: number;
                isRight: boolean;
            }[];
            /** What was accepted but will not work as one might think. */
            warnings: {
                path: string;
                message: string;
            }[];
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>("/v1/proposals/agent", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Look at the draft of an agent, or at what is live where there is none.
 */
export function getDraft(agent: string, { language }: {
    language?: "en" | "ja";
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Draft;
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/draft${QS.query(QS.explode({
        language
    }))}`, {
        ...opts
    });
}
/**
 * Make the draft this document. Secrets that read `••••` stay as they are while their URL keeps its origin.
 */
export function putDraft(agent: string, ifMatch: string, agentDocument: AgentDocument, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ChangedDraft;
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 412;
        data: Problem & {
            code?: "changed_since";
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 428;
        data: Problem & {
            code?: "match_required";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/draft`, oazapfts.json({
        ...opts,
        method: "PUT",
        body: agentDocument,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "If-Match": ifMatch,
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Change the draft key by key (RFC 7396): `null` takes a key away, lists are values.
 */
export function patchDraft(agent: string, ifMatch: string, body: {
    [key: string]: any;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ChangedDraft;
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 412;
        data: Problem & {
            code?: "changed_since";
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 428;
        data: Problem & {
            code?: "match_required";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/draft`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "If-Match": ifMatch,
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Give the draft up.
 */
export function discardDraft(agent: string, { ifMatch, idempotencyKey }: {
    ifMatch?: string;
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 412;
        data: Problem & {
            code?: "changed_since";
        };
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/draft`, {
        ...opts,
        method: "DELETE",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "If-Match": ifMatch,
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * What the draft changes of what is live, as a patch; empty where they say the same.
 */
export function diffDraft(agent: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            patch: string;
            revision: string;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/draft/diff`, {
        ...opts
    });
}
/**
 * Make the draft the next version, in the state that was seen: `If-Match` is required.
 */
export function publishDraft(agent: string, ifMatch: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            version: number;
            former: number;
            patch: string;
            webhookSecrets?: {
                name: string;
                secret: string;
            }[];
            /** What was accepted but will not work as one might think. */
            warnings: {
                path: string;
                message: string;
            }[];
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 412;
        data: Problem & {
            code?: "changed_since";
        };
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 428;
        data: Problem & {
            code?: "match_required";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/draft/publish`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "If-Match": ifMatch,
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Settle conflicts between the draft and what is live, all or the one at `path`.
 */
export function settleDraft(agent: string, body: {
    take: "draft" | "live";
    path?: string;
}, { ifMatch, idempotencyKey }: {
    ifMatch?: string;
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ChangedDraft;
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 412;
        data: Problem & {
            code?: "changed_since";
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/draft/settle`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "If-Match": ifMatch,
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Take the last change of the draft back, while it is the last.
 */
export function undoDraft(agent: string, body: {
    /** As the draft told it. */
    undo: string;
}, { ifMatch, idempotencyKey }: {
    ifMatch?: string;
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ChangedDraft;
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 412;
        data: Problem & {
            code?: "changed_since";
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/draft/undo`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "If-Match": ifMatch,
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * The rules of the draft, or of what is live.
 */
export function getRules(agent: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            revision: string;
            rules: Rule[];
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/rules`, {
        ...opts
    });
}
/**
 * Make these the rules of the draft.
 */
export function putRules(agent: string, ifMatch: string, body: {
    rules: Rule[];
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ChangedDraft;
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 412;
        data: Problem & {
            code?: "changed_since";
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 428;
        data: Problem & {
            code?: "match_required";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/rules`, oazapfts.json({
        ...opts,
        method: "PUT",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "If-Match": ifMatch,
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Add a rule to the draft.
 */
export function addRule(agent: string, rule: Rule, { ifMatch, idempotencyKey }: {
    ifMatch?: string;
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: ChangedDraft;
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 412;
        data: Problem & {
            code?: "changed_since";
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/rules`, oazapfts.json({
        ...opts,
        method: "POST",
        body: rule,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "If-Match": ifMatch,
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * The scenarios of the draft, with what the checker finds.
 */
export function getScenarios(agent: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            revision: string;
            scenarios: ScenarioFile[];
            findings: {
                path: string;
                message: string;
                scenario: string;
                code: string;
                severity: string;
            }[];
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/scenarios`, {
        ...opts
    });
}
/**
 * Make this the scenario of that id in the draft. What the checker finds wrong is refused.
 */
export function putScenario(agent: string, scenario: string, ifMatch: string, scenarioFile: ScenarioFile, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ChangedDraft;
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 412;
        data: Problem & {
            code?: "changed_since";
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 428;
        data: Problem & {
            code?: "match_required";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/scenarios/${encodeURIComponent(scenario)}`, oazapfts.json({
        ...opts,
        method: "PUT",
        body: scenarioFile,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "If-Match": ifMatch,
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Take a scenario out of the draft.
 */
export function deleteScenario(agent: string, scenario: string, ifMatch: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ChangedDraft;
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 412;
        data: Problem & {
            code?: "changed_since";
        };
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 428;
        data: Problem & {
            code?: "match_required";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/scenarios/${encodeURIComponent(scenario)}`, {
        ...opts,
        method: "DELETE",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "If-Match": ifMatch,
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * The settings of the draft as a form: its fields with help, defaults and choices.
 */
export function getDraftForm(agent: string, { language }: {
    language?: "en" | "ja";
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            revision: string;
            sections: {
                title: string;
                /** Less often wanted: forms show it behind *More*. */
                isMore: boolean;
                fields: {
                    name: string;
                    label: string;
                    hint?: string;
                    kind: "text" | "choice" | "switch";
                    optional: boolean;
                    /** Of a text: so many characters. */
                    max?: number;
                    /** Of a text: whether it has several lines. */
                    lines?: boolean;
                    choices?: {
                        value: string;
                        label: string;
                    }[];
                    value: string | boolean;
                    /** What it is where nobody has said anything of it. */
                    byDefault: string | boolean;
                }[];
            }[];
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/draft/form${QS.query(QS.explode({
        language
    }))}`, {
        ...opts
    });
}
/**
 * Change the settings of the draft by the values of the form. Fields that are not named stay.
 */
export function fillDraftForm(agent: string, ifMatch: string, body: {
    values: {
        [key: string]: string | boolean;
    };
}, { language, idempotencyKey }: {
    language?: "en" | "ja";
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ChangedDraft;
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 412;
        data: Problem & {
            code?: "changed_since";
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 428;
        data: Problem & {
            code?: "match_required";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/draft/form${QS.query(QS.explode({
        language
    }))}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "If-Match": ifMatch,
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * The draft as the files of an agent’s folder. Secrets read `••••`.
 */
export function getDraftFiles(agent: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            revision: string;
            /** `agent.yaml`, `rules.yaml`, `tools.yaml` and `scenarios/….yaml`, as in the folder of an agent. */
            files: {
                path: string;
                content: string;
            }[];
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/draft/files`, {
        ...opts
    });
}
/**
 * Make the draft what these files say. What is wrong is told with its file and line; comments are not kept.
 */
export function putDraftFiles(agent: string, ifMatch: string, body: {
    /** `agent.yaml`, `rules.yaml`, `tools.yaml` and `scenarios/….yaml`, as in the folder of an agent. */
    files: {
        path: string;
        content: string;
    }[];
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ChangedDraft;
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 412;
        data: Problem & {
            code?: "changed_since";
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 428;
        data: Problem & {
            code?: "match_required";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/draft/files`, oazapfts.json({
        ...opts,
        method: "PUT",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "If-Match": ifMatch,
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * What may stand in each of these files, as JSON Schema, for editors.
 */
export function getFileSchemas(agent: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            files: {
                /** `scenarios/*.yaml` is each of that folder. */
                path: string;
                schema: any;
            }[];
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/draft/files/schemas`, {
        ...opts
    });
}
/**
 * What would be refused of these files, and what their author should look at. Nothing is changed.
 */
export function checkDraftFiles(agent: string, body: {
    /** `agent.yaml`, `rules.yaml`, `tools.yaml` and `scenarios/….yaml`, as in the folder of an agent. */
    files: {
        path: string;
        content: string;
    }[];
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            findings: {
                file: string;
                /** From 1; 0 of a file as a whole. */
                line: number;
                /** Inside the file. */
                path: string;
                message: string;
                severity: "error" | "warning";
            }[];
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/draft/files/check`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * The rules of the draft that a sentence is most like, best first, and from how alike on one answers.
 */
export function searchRules(agent: string, q: string, { limit }: {
    limit?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            /** Of 100. */
            threshold: number;
            hits: {
                /** Its place among the rules, from 0. */
                rule: number;
                /** The nearest of its phrases. */
                phrase: string;
                /** Of 100. */
                score: number;
            }[];
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/rules-search${QS.query(QS.explode({
        q,
        limit
    }))}`, {
        ...opts
    });
}
/**
 * Have the draft answer an utterance. Nothing is kept, no webhook or tool is called, nobody else notices.
 */
export function testDraft(agent: string, body: {
    utterance: string;
    /** As the answer before told it. */
    talk?: string;
}, { language, ifMatch, idempotencyKey }: {
    language?: "en" | "ja";
    ifMatch?: string;
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            /** Of what answered; the ETag is the same. */
            revision: string;
            /** False: there is no draft, and what is live has answered. */
            isDraft: boolean;
            /** Empty where it has nothing to say. */
            utterance: string;
            options: string[];
            /** Why it answered so, in words, a line for each step. */
            story: string[];
            /** Webhooks and tools that it would have called. */
            uncalled: string[];
            /** Sent with the next utterance, that one goes on from this: only who holds it keeps what was said. */
            talk: string;
            /** The talk that was sent is of another state of the draft: this answer began anew. */
            isAnew: boolean;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 412;
        data: Problem & {
            code?: "changed_since";
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/draft/test${QS.query(QS.explode({
        language
    }))}`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "If-Match": ifMatch,
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * List what an agent has read, by name.
 */
export function listKnowledge(agent: string, { limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: Source[];
            next: string | null;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/knowledge${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Have an agent read a text or a file, in place of the one of that name.
 */
export function addKnowledge(agent: string, body: {
    name: string;
    text: string;
} | {
    /** Its ending says what it is. */
    name: string;
    base64: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            name: string;
            sha256: string;
            mimetype: string;
            bytes: number;
            passages: number;
            /** ISO 8601, UTC. */
            createdAt: string;
            /** False: it was there already. */
            changed: boolean;
            /** What was accepted but will not work as one might think. */
            warnings: {
                path: string;
                message: string;
            }[];
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/knowledge`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Have an agent forget what it read under a name.
 */
export function removeKnowledge(agent: string, name: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/knowledge/${encodeURIComponent(name)}`, {
        ...opts,
        method: "DELETE",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * What an agent would find for a question, best first, with scores.
 */
export function searchKnowledge(agent: string, q: string, { limit }: {
    limit?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            hits: {
                source: string;
                text: string;
                /** 0 to 1. */
                score: number;
            }[];
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/knowledge-search${QS.query(QS.explode({
        q,
        limit
    }))}`, {
        ...opts
    });
}
/**
 * List the webhooks of an agent, with how they fare. Secrets read `••••`.
 */
export function listWebhooks(agent: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            webhooks: {
                webhook: Webhook;
                open: number;
                dead: number;
                lastOutcome: string | null;
                /** ISO 8601, UTC. */
                lastAt: string | null;
            }[];
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/webhooks`, {
        ...opts
    });
}
/**
 * List the calls of webhooks after turns, newest first, without what they say.
 */
export function listDeliveries(agent: string, { dead, limit }: {
    dead?: "true" | "false";
    limit?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            deliveries: Delivery[];
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/deliveries${QS.query(QS.explode({
        dead,
        limit
    }))}`, {
        ...opts
    });
}
/**
 * Send a call again that was given up.
 */
export function resendDelivery(delivery: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/deliveries/${encodeURIComponent(delivery)}/resend`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Send all calls again that were given up, save those that carried a token.
 */
export function resendDeliveries(agent: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            resent: number;
            left: number;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/deliveries/resend`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Give a webhook a new signing secret. The one before signs too for a day.
 */
export function rotateSecret(agent: string, webhook: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            /** Shown this once. */
            secret: string;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/webhooks/${encodeURIComponent(webhook)}/secret`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * The servers of tools of the draft, and what is allowed of each tool. Secrets read `••••`.
 */
export function getTools(agent: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            revision: string;
            tools: {
                servers?: {
                    [key: string]: {
                        url: string;
                        headers?: {
                            key: string;
                            value: string;
                        }[];
                        auth?: "agent" | "person";
                        client?: {
                            id: string;
                            secret?: string;
                        };
                        sso?: {
                            platform: string;
                            scope?: string;
                        };
                    };
                };
                rules?: {
                    [key: string]: {
                        policy: "auto" | "ask" | "ask owner" | "never";
                        values?: {
                            [key: string]: (string | number | boolean)[];
                        };
                        patterns?: {
                            [key: string]: string;
                        };
                        callsPerHour?: number;
                        price?: number;
                        who?: ("owners" | "admins") | {
                            groups: {
                                platform: string;
                                group: string;
                            }[];
                        };
                        approvers?: {
                            platform: string;
                            channel: string;
                        };
                        always?: boolean;
                        expires?: string;
                        pin?: string;
                        seen?: string;
                    };
                };
            };
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/tools`, {
        ...opts
    });
}
/**
 * Make these the tools of the draft. Secrets that read `••••` stay as they are while their URL keeps its origin.
 */
export function putTools(agent: string, ifMatch: string, body: {
    servers?: {
        [key: string]: {
            url: string;
            headers?: {
                key: string;
                value: string;
            }[];
            auth?: "agent" | "person";
            client?: {
                id: string;
                secret?: string;
            };
            sso?: {
                platform: string;
                scope?: string;
            };
        };
    };
    rules?: {
        [key: string]: {
            policy: "auto" | "ask" | "ask owner" | "never";
            values?: {
                [key: string]: (string | number | boolean)[];
            };
            patterns?: {
                [key: string]: string;
            };
            callsPerHour?: number;
            price?: number;
            who?: ("owners" | "admins") | {
                groups: {
                    platform: string;
                    group: string;
                }[];
            };
            approvers?: {
                platform: string;
                channel: string;
            };
            always?: boolean;
            expires?: string;
            pin?: string;
            seen?: string;
        };
    };
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ChangedDraft;
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 412;
        data: Problem & {
            code?: "changed_since";
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 428;
        data: Problem & {
            code?: "match_required";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/tools`, oazapfts.json({
        ...opts,
        method: "PUT",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "If-Match": ifMatch,
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Who has agreed to all calls of a tool to come, and where, the newest first.
 */
export function listStandingApprovals(agent: string, { limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                tool: string;
                /** The uid that agreed to all calls to come. */
                givenBy: string;
                /** The channel or direct conversation where that holds. */
                place: string;
                /** ISO 8601, UTC. */
                givenAt: string;
            }[];
            next: string | null;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/standing-approvals${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * They are asked again before that tool is called there. Nothing happens where they are anyway.
 */
export function endStandingApproval(agent: string, approval: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/standing-approvals/${encodeURIComponent(approval)}`, {
        ...opts,
        method: "DELETE",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * What has happened since, in its order: kept for seven days, while the account has an endpoint.
 */
export function listEvents({ after, limit, order, $type, dead, deliveries, include }: {
    after?: number;
    limit?: number;
    order?: "oldest" | "newest";
    $type?: "turn.answered" | "turn.unanswered" | "turn.failed" | "turn.handed_over" | "feedback.given" | "approval.asked" | "approval.decided" | "budget.reached" | "installation.changed" | "audit.recorded";
    dead?: "true" | "false";
    deliveries?: "true" | "false";
    include?: "words";
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                "type": "turn.answered" | "turn.unanswered" | "turn.failed" | "turn.handed_over" | "feedback.given" | "approval.asked" | "approval.decided" | "budget.reached" | "installation.changed" | "audit.recorded";
                /** ISO 8601, UTC. */
                timestamp: string;
                data: {
                    /** Grows from one event of the account to the next. */
                    seq: number;
                    [key: string]: any;
                };
                /** Where it was asked for: to each endpoint that it was for. */
                deliveries?: {
                    endpoint: string;
                    /** `dead`: given up. */
                    status: "open" | "delivered" | "dead";
                    attempts: number;
                    outcome: string | null;
                    /** ISO 8601, UTC. */
                    settledAt: string | null;
                    /** ISO 8601, UTC. */
                    nextAt: string | null;
                }[];
            }[];
            next: number;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/events${QS.query(QS.explode({
        after,
        limit,
        order,
        "type": $type,
        dead,
        deliveries,
        include
    }))}`, {
        ...opts
    });
}
/**
 * Send an event again that is still kept, delivered or not, with the same `webhook-id`; what is on its way is left so.
 */
export function resendEvent(event: string, { endpoint, idempotencyKey }: {
    endpoint?: string;
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            resent: number;
            /** Those that were on their way already. */
            open: number;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/events/${encodeURIComponent(event)}/resend${QS.query(QS.explode({
        endpoint
    }))}`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * List where events are sent, and how each endpoint fares.
 */
export function listEventEndpoints({ limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                url: string;
                /** None: all. */
                types: ("turn.answered" | "turn.unanswered" | "turn.failed" | "turn.handed_over" | "feedback.given" | "approval.asked" | "approval.decided" | "budget.reached" | "installation.changed" | "audit.recorded")[];
                include: "words"[];
                /** ISO 8601, UTC. */
                createdAt: string;
                /** `failing`: the last that it was sent is tried again, or was given up. */
                status: "on" | "failing";
                /** ISO 8601, UTC. */
                failingSince: string | null;
                /** Of the last attempt that failed. */
                outcome: string | null;
                /** ISO 8601, UTC. */
                deliveredAt: string | null;
                /** Events that are on their way. */
                open: number;
                /** Events that were given up, and can be sent again. */
                dead: number;
            }[];
            next: string | null;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/event-endpoints${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Have events sent to a URL, as signed webhooks.
 */
export function addEventEndpoint(body: {
    url: string;
    types?: ("turn.answered" | "turn.unanswered" | "turn.failed" | "turn.handed_over" | "feedback.given" | "approval.asked" | "approval.decided" | "budget.reached" | "installation.changed" | "audit.recorded")[];
    include?: "words"[];
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            id: string;
            url: string;
            /** None: all. */
            types: ("turn.answered" | "turn.unanswered" | "turn.failed" | "turn.handed_over" | "feedback.given" | "approval.asked" | "approval.decided" | "budget.reached" | "installation.changed" | "audit.recorded")[];
            include: "words"[];
            /** ISO 8601, UTC. */
            createdAt: string;
            /** Signs what is sent. Shown this once. */
            secret: string;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>("/v1/event-endpoints", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Send no more events there.
 */
export function removeEventEndpoint(endpoint: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/event-endpoints/${encodeURIComponent(endpoint)}`, {
        ...opts,
        method: "DELETE",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Send all events again that were given up there and are still kept.
 */
export function resendDeadEvents(endpoint: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            resent: number;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/event-endpoints/${encodeURIComponent(endpoint)}/resend`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * List what an agent is asked again and again.
 */
export function listSchedules(agent: string, { limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                /** What the agent is asked. */
                asks: string;
                /** Five fields of cron, by the clock of its zone; null: it goes off once. */
                rule: string | null;
                zone: string;
                paused: boolean;
                /** ISO 8601, UTC. */
                next: string | null;
                /** ISO 8601, UTC. */
                createdAt: string;
            }[];
            next: string | null;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/schedules${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Have an agent asked something again and again, and answer in a channel.
 */
export function addSchedule(agent: string, body: {
    /** The channel where it is answered, and where the agent is used. */
    place: string;
    /** What the agent is asked. */
    asks: string;
    /** In words, English or Japanese, or as five fields of cron. */
    time: string;
    zone?: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            id: string;
            /** What the agent is asked. */
            asks: string;
            /** Five fields of cron, by the clock of its zone; null: it goes off once. */
            rule: string | null;
            zone: string;
            paused: boolean;
            /** ISO 8601, UTC. */
            next: string | null;
            /** ISO 8601, UTC. */
            createdAt: string;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/schedules`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * When a schedule would come: the next three times. Nothing is kept.
 */
export function readSchedule(agent: string, time: string, { zone }: {
    zone?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            /** Five fields of cron. */
            rule: string;
            times: string[];
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/schedules/times${QS.query(QS.explode({
        time,
        zone
    }))}`, {
        ...opts
    });
}
/**
 * Have it come now, besides when it comes by itself, and however it is paused.
 */
export function runSchedule(agent: string, schedule: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/schedules/${encodeURIComponent(schedule)}/run`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Change what is asked, and when; hold a schedule back, or let it go on.
 */
export function updateSchedule(agent: string, schedule: string, body: {
    paused?: boolean;
    /** What the agent is asked. */
    asks?: string;
    /** In words, English or Japanese, or as five fields of cron. */
    time?: string;
    zone?: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            /** What the agent is asked. */
            asks: string;
            /** Five fields of cron, by the clock of its zone; null: it goes off once. */
            rule: string | null;
            zone: string;
            paused: boolean;
            /** ISO 8601, UTC. */
            next: string | null;
            /** ISO 8601, UTC. */
            createdAt: string;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/schedules/${encodeURIComponent(schedule)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Take a schedule away.
 */
export function removeSchedule(agent: string, schedule: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/schedules/${encodeURIComponent(schedule)}`, {
        ...opts,
        method: "DELETE",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Who is one person under several uids, as they have agreed with `/agent link`.
 */
export function listPersonLinks({ limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                uid: string;
                /** The uid that they are kept under. */
                person: string;
                /** ISO 8601, UTC. */
                linkedAt: string;
            }[];
            next: string | null;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/links${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Have a uid be a person of its own again, as `/agent unlink` does; of the one they are kept under, each of the others.
 */
export function removePersonLink(person: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/links/${encodeURIComponent(person)}`, {
        ...opts,
        method: "DELETE",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Everything that is kept of a person. That it was read stands in the log of changes.
 */
export function exportPerson(person: string, { agent }: {
    agent?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            version: string;
            /** ISO 8601, UTC. */
            at: string;
            account: string;
            people: string[];
            agents: {
                [key: string]: any;
            };
            elsewhere: any;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/people/${encodeURIComponent(person)}/export${QS.query(QS.explode({
        agent
    }))}`, {
        ...opts
    });
}
/**
 * Take everything of a person out of every table.
 */
export function forgetPersonV1(person: string, { agent, idempotencyKey }: {
    agent?: string;
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            receipt: string;
            /** ISO 8601, UTC. */
            at: string;
            rows: number;
            removed: {
                [key: string]: number;
            };
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/people/${encodeURIComponent(person)}/forget${QS.query(QS.explode({
        agent
    }))}`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * The state that an agent keeps of a person.
 */
export function getState(agent: string, person: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            state: {
                [key: string]: string;
            };
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/people/${encodeURIComponent(person)}/state`, {
        ...opts
    });
}
/**
 * Have an agent forget the state and the facts of a person. What was said is still remembered.
 */
export function clearState(agent: string, person: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/people/${encodeURIComponent(person)}/state`, {
        ...opts,
        method: "DELETE",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Set a value of the state that an agent keeps of a person, as an admin writes it.
 */
export function setState(agent: string, person: string, key: string, body: {
    value: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/people/${encodeURIComponent(person)}/state/${encodeURIComponent(key)}`, oazapfts.json({
        ...opts,
        method: "PUT",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Have an agent begin anew with a person: memory, scenario, state, facts and files go.
 */
export function resetPerson(agent: string, person: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/people/${encodeURIComponent(person)}/reset`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Who talked with which agent where, by their last turn, newest first; without a word of what was said.
 */
export function listConversations({ limit, cursor, agent, uid, door, place }: {
    limit?: number;
    cursor?: string;
    agent?: string;
    uid?: string;
    door?: string;
    place?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                agent: string;
                uid: string;
                /** The platform; `http` for programs. */
                door: string;
                /** The channel or direct conversation; null of programs. */
                place: string | null;
                /** The last one. */
                turn: string;
                /** Of the last turn. */
                outcome: "rule" | "scenario" | "knowledge" | "model" | "tool" | "opening" | "unanswered" | "failed" | "handed-over" | "running";
                /** ISO 8601, UTC. */
                at: string;
            }[];
            next: string | null;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/conversations${QS.query(QS.explode({
        limit,
        cursor,
        agent,
        uid,
        door,
        place
    }))}`, {
        ...opts
    });
}
/**
 * The last turns of all agents, newest first, without a word of what was said.
 */
export function listRecentTurns({ limit, cursor, agent, uid, door, outcome, place, rating, since, until, words }: {
    limit?: number;
    cursor?: string;
    agent?: string;
    uid?: string;
    door?: string;
    outcome?: "rule" | "scenario" | "knowledge" | "model" | "tool" | "opening" | "unanswered" | "failed" | "handed-over" | "running";
    place?: string;
    rating?: "good" | "bad";
    since?: string;
    until?: string;
    words?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                agent: string;
                uid: string;
                /** The platform; `http` for programs. */
                door: string;
                /** The channel or direct conversation; null of programs. */
                place: string | null;
                outcome: "rule" | "scenario" | "knowledge" | "model" | "tool" | "opening" | "unanswered" | "failed" | "handed-over" | "running";
                votes: {
                    good: number;
                    bad: number;
                };
                /** Until the whole answer; null while it runs. */
                ms: number | null;
                /** Until the first words of a model. */
                firstTextMs: number | null;
                model: string | null;
                tokens: number;
                /** ISO 8601, UTC. */
                startedAt: string;
            }[];
            next: string | null;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/turns${QS.query(QS.explode({
        limit,
        cursor,
        agent,
        uid,
        door,
        outcome,
        place,
        rating,
        since,
        until,
        words
    }))}`, {
        ...opts
    });
}
/**
 * A turn: what was said, what was answered, and why. That it was read stands in the log of changes.
 */
export function getTurn(turn: string, { language }: {
    language?: "en" | "ja";
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            agent: string;
            version: number;
            /** Empty for a caller who gave none. */
            uid: string;
            status: string;
            interrupted: string | null;
            trace: any;
            delivery: any;
            /** The calls that showed the answer on its platform; null of programs, and of turns that showed nothing. */
            wire: {
                calls: {
                    "do": "look" | "open" | "append" | "edit" | "finish" | "remove";
                    /** Which of the answer’s messages, from 0. */
                    n: number;
                    /** When it was wanted, in milliseconds since showing began. */
                    at: number;
                    /** For room in the limits of the platform, in milliseconds. */
                    waited: number;
                    ms: number;
                    end: "ok" | "limited" | "refused" | "unknown";
                    /** What the platform refused it with. */
                    code?: string;
                    /** So long the platform wants no such call. */
                    retryMs?: number;
                }[];
                /** How many between the first and the last are left out. */
                leftOut: number;
            } | null;
            votes: {
                good: number;
                bad: number;
            };
            attempts: number;
            /** ISO 8601, UTC. */
            startedAt: string;
            /** ISO 8601, UTC. */
            committedAt: string | null;
            /** While it is remembered. */
            said: {
                role: "user" | "assistant";
                text: string;
            }[];
            /** Why it answered so, in words, a line for each step. */
            story: string[];
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/turns/${encodeURIComponent(turn)}${QS.query(QS.explode({
        language
    }))}`, {
        ...opts
    });
}
/**
 * End a turn that a program asked for: what was written by then is its answer. As often as you like.
 */
export function cancelTurn(turn: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            status: "cancelled";
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/turns/${encodeURIComponent(turn)}/cancel`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * The last turns of an agent, newest first, or those with one person.
 */
export function listTurns(agent: string, { uid, limit }: {
    uid?: string;
    limit?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            turns: Turn[];
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/turns${QS.query(QS.explode({
        uid,
        limit
    }))}`, {
        ...opts
    });
}
/**
 * Conversations that are handed to people, newest first, without a word of what was said.
 */
export function listHandovers({ limit, cursor, state, agent }: {
    limit?: number;
    cursor?: string;
    state?: "waiting" | "taken" | "closed" | "open";
    agent?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                agent: string;
                /** Whose conversation it is. */
                uid: string;
                /** The platform where they are. */
                door: string;
                /** `waiting` from when they have agreed. */
                state: "waiting" | "taken" | "closed";
                /** How it came to its end: `left`, `back`, `solved`, `refused`, `gone`, `expired`. */
                ended: string | null;
                why: "wish" | "scenario" | "thumb" | "unanswered";
                /** As the person reads it. */
                takenBy: string | null;
                /** ISO 8601, UTC. */
                askedAt: string;
                /** ISO 8601, UTC. */
                takenAt: string | null;
                /** ISO 8601, UTC. */
                closedAt: string | null;
            }[];
            next: string | null;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/handovers${QS.query(QS.explode({
        limit,
        cursor,
        state,
        agent
    }))}`, {
        ...opts
    });
}
/**
 * One of them, with what the person has agreed to pass on, and what was said since. That it was read stands in the log of changes.
 */
export function getHandover(handover: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            agent: string;
            /** Whose conversation it is. */
            uid: string;
            /** The platform where they are. */
            door: string;
            /** `waiting` from when they have agreed. */
            state: "waiting" | "taken" | "closed";
            /** How it came to its end: `left`, `back`, `solved`, `refused`, `gone`, `expired`. */
            ended: string | null;
            why: "wish" | "scenario" | "thumb" | "unanswered";
            /** As the person reads it. */
            takenBy: string | null;
            /** ISO 8601, UTC. */
            askedAt: string;
            /** ISO 8601, UTC. */
            takenAt: string | null;
            /** ISO 8601, UTC. */
            closedAt: string | null;
            summary: string;
            /** What the person has agreed to pass on. */
            said: {
                role: "user" | "assistant";
                text: string;
            }[];
            /** What was said since, by them and to them, while it is remembered: the last 200. */
            since: {
                role: "user" | "assistant";
                text: string;
                /** ISO 8601, UTC. */
                at: string;
            }[];
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/handovers/${encodeURIComponent(handover)}`, {
        ...opts
    });
}
/**
 * Talk with the person in the agent’s place. 409 where somebody has it already, or it is over.
 */
export function takeHandover(handover: string, body: {
    /** Who does it, as the person and the team read it. */
    name: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            agent: string;
            /** Whose conversation it is. */
            uid: string;
            /** The platform where they are. */
            door: string;
            /** `waiting` from when they have agreed. */
            state: "waiting" | "taken" | "closed";
            /** How it came to its end: `left`, `back`, `solved`, `refused`, `gone`, `expired`. */
            ended: string | null;
            why: "wish" | "scenario" | "thumb" | "unanswered";
            /** As the person reads it. */
            takenBy: string | null;
            /** ISO 8601, UTC. */
            askedAt: string;
            /** ISO 8601, UTC. */
            takenAt: string | null;
            /** ISO 8601, UTC. */
            closedAt: string | null;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/handovers/${encodeURIComponent(handover)}/take`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Hand the conversation back to the agent, which knows what was said.
 */
export function handBack(handover: string, body: {
    /** Who does it, as the person and the team read it. */
    name: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            agent: string;
            /** Whose conversation it is. */
            uid: string;
            /** The platform where they are. */
            door: string;
            /** `waiting` from when they have agreed. */
            state: "waiting" | "taken" | "closed";
            /** How it came to its end: `left`, `back`, `solved`, `refused`, `gone`, `expired`. */
            ended: string | null;
            why: "wish" | "scenario" | "thumb" | "unanswered";
            /** As the person reads it. */
            takenBy: string | null;
            /** ISO 8601, UTC. */
            askedAt: string;
            /** ISO 8601, UTC. */
            takenAt: string | null;
            /** ISO 8601, UTC. */
            closedAt: string | null;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/handovers/${encodeURIComponent(handover)}/back`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Say that it is solved. The agent answers again.
 */
export function closeHandover(handover: string, body: {
    /** Who does it, as the person and the team read it. */
    name: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            agent: string;
            /** Whose conversation it is. */
            uid: string;
            /** The platform where they are. */
            door: string;
            /** `waiting` from when they have agreed. */
            state: "waiting" | "taken" | "closed";
            /** How it came to its end: `left`, `back`, `solved`, `refused`, `gone`, `expired`. */
            ended: string | null;
            why: "wish" | "scenario" | "thumb" | "unanswered";
            /** As the person reads it. */
            takenBy: string | null;
            /** ISO 8601, UTC. */
            askedAt: string;
            /** ISO 8601, UTC. */
            takenAt: string | null;
            /** ISO 8601, UTC. */
            closedAt: string | null;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/handovers/${encodeURIComponent(handover)}/close`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Say something to the person, once it is taken; the team reads it in its thread. Once, with `Idempotency-Key`.
 */
export function sayInHandover(handover: string, body: {
    /** Who does it, as the person and the team read it. */
    name: string;
    text: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            status: "said";
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/handovers/${encodeURIComponent(handover)}/messages`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * What an agent could not answer, or not well, in groups of those who asked the same; heaviest first.
 */
export function listQuestions(agent: string, { limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                /** As most people wrote it. */
                text: string;
                /** Other ways in which it was written. */
                others: string[];
                /** One for each turn, and another one for each vote that its answer was not good. */
                weight: number;
                people: number;
                /** Turns that had no answer. */
                unanswered: number;
                /** Votes that an answer was not good. */
                disliked: number;
                /** What people pressed when they were asked what they meant: phrases that `text` belongs beside. */
                meant: {
                    phrase: string;
                    times: number;
                }[];
                /** Newest first. */
                turns: {
                    id: string;
                    /** ISO 8601, UTC. */
                    at: string;
                }[];
            }[];
            next: string | null;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/questions${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Add a phrase to the rule of the draft that has another one.
 */
export function addPhrase(agent: string, body: {
    phrase: string;
    /** A phrase of the rule that is meant, as it is written there. */
    beside: string;
}, { ifMatch, idempotencyKey }: {
    ifMatch?: string;
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ChangedDraft;
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 412;
        data: Problem & {
            code?: "changed_since";
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/rules/phrases`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "If-Match": ifMatch,
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Have a scenario of the draft start with a phrase, besides what it starts with.
 */
export function addStart(agent: string, scenario: string, body: {
    phrase: string;
}, { ifMatch, idempotencyKey }: {
    ifMatch?: string;
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ChangedDraft;
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 412;
        data: Problem & {
            code?: "changed_since";
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/scenarios/${encodeURIComponent(scenario)}/phrases`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "If-Match": ifMatch,
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * How often each way of a scenario of the draft was taken in the last seven days.
 */
export function getScenarioWays(agent: string, scenario: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            /** ISO 8601, UTC. */
            since: string;
            /** In which it went somewhere; of each end the newest 500 are read. */
            turns: number;
            /** Those from nodes that are what they were when they were left. */
            ways: {
                /** The node. */
                "from": string;
                /** As it is written: `option`, `on`, `else`, `goto`, … */
                kind: string;
                /** Of an option, of a transition in `on`, or of what comes by itself. */
                index: number | null;
                to: string;
                times: number;
            }[];
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/scenarios/${encodeURIComponent(scenario)}/ways`, {
        ...opts
    });
}
/**
 * Play the tests of an agent with its draft, and count how many take each way of its scenarios.
 */
export function getScenarioCoverage(agent: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            /** Of what was looked at. */
            revision: string;
            /** The conversations in the `tests/` of the agent’s folder in `config/agents`, of whose account it is. */
            played: {
                /** Inside the folder of the agent. */
                file: string;
                line: number;
                test: string;
                /** What is not as the test expects. */
                failed: {
                    turn: number;
                    line: number;
                    what: string;
                    /** As JSON. */
                    expected: string;
                    /** As JSON. */
                    actual: string;
                }[];
            }[];
            /** Answers that are kept with it as tests: each goes through what one question does. */
            kept: number;
            /** Of files of tests that could not be read. */
            faults: {
                path: string;
                message: string;
            }[];
            /** There are more tests, which were not played. */
            isCut: boolean;
            scenarios: {
                scenario: string;
                /** All that can be taken. */
                edges: {
                    /** The node; null: from all that wait, as the policy says. */
                    "from": string | null;
                    /** As it is written: `option`, `on`, `else`, `goto`, … */
                    kind: string;
                    /** Of an option, of a transition in `on`, or of what comes by itself. */
                    index: number | null;
                    to: string;
                    /** How many tests take it. */
                    tests: number;
                }[];
            }[];
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/scenario-coverage`, {
        ...opts
    });
}
/**
 * Run what people said again, against the draft or what is live. Nothing is written, nobody is called, and no model is asked unless `ask` says so.
 */
export function replay(agent: string, body: {
    against?: "draft" | "live";
    /** These; else those of `days`. */
    turns?: string[];
    days?: number;
    /** Models may be asked what they were not asked then. It is paid for, and needs the scope `agents:write` besides. */
    ask?: boolean;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            agent: string;
            against: "draft" | "live";
            /** The live version. */
            version: number;
            /** False: there is no draft, and this is what is live. */
            isDraft: boolean;
            counts: {
                same: number;
                different: number;
                model: number;
                unplayable: number;
            };
            /** Newest first. */
            turns: {
                id: string;
                /** ISO 8601, UTC. */
                at: string;
                /** That answered then. */
                version: number;
                /** `model`: a model wrote it, and would write it now; `unplayable`: nobody can say, and `why` tells why. */
                end: "same" | "different" | "model" | "unplayable";
                /** Why it cannot be run again; else null. */
                why: ("unrecorded" | "reworded" | "large" | "learning" | "webhook" | "judge" | "failed") | null;
                /** Which webhook, or what kind of question to a model. */
                what: string | null;
                /** What the agent knows has changed since, and was looked at. */
                knowsOtherwise: boolean;
                /** What was said before decides on it too: it is no test by itself. */
                isAmid: boolean;
                said: string;
                before: {
                    text: string;
                    options: string[];
                    source: string;
                };
                /** Its text is empty where a model would write it. */
                now: {
                    text: string;
                    options: string[];
                    source: string;
                } | null;
            }[];
            /** Those that are kept with what was looked at. */
            tests: {
                said: string;
                says: string;
                /** `model`: a model wrote it, and would write it now; `unplayable`: nobody can say, and `why` tells why. */
                end: "same" | "different" | "model" | "unplayable";
                now: {
                    text: string;
                    options: string[];
                    source: string;
                } | null;
            }[];
            /** There are more than 1000, which were not run. */
            isCut: boolean;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/replay`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Keep an answer as a test of the draft, in place of the one to the same question.
 */
export function keepTest(agent: string, body: {
    said: string;
    says: string;
    options?: string[];
}, { ifMatch, idempotencyKey }: {
    ifMatch?: string;
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ChangedDraft;
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 412;
        data: Problem & {
            code?: "changed_since";
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/tests`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "If-Match": ifMatch,
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * What the account has used, by day, agent and door.
 */
export function getUsageV1({ $from, to, agent, by }: {
    $from?: string;
    to?: string;
    agent?: string;
    by?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            "from": string;
            to: string;
            plan: {
                name: string;
                conversationsPerMonth: number | null;
                conversationsThisMonth: number;
            };
            total: {
                conversations: number;
                inputTokens: number;
                outputTokens: number;
            };
            usage: {
                conversations: number;
                inputTokens: number;
                outputTokens: number;
                day?: string;
                agent?: string;
                door?: string;
            }[];
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/usage${QS.query(QS.explode({
        "from": $from,
        to,
        agent,
        by
    }))}`, {
        ...opts
    });
}
/**
 * What models have cost, by agent and model; of this month unless it is told otherwise.
 */
export function getCost({ $from, to, by }: {
    $from?: string;
    to?: string;
    by?: "day";
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            "from": string;
            to: string;
            currency: string;
            total: {
                calls: number;
                /** Millionths of the currency. */
                money: number;
            };
            /** Models whose price nobody knows. */
            unpriced: string[];
            lines: {
                day?: string;
                agent: string;
                model: string;
                calls: number;
                unpriced: number;
                inputTokens: number;
                cachedTokens: number;
                outputTokens: number;
                money: number;
            }[];
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/cost${QS.query(QS.explode({
        "from": $from,
        to,
        by
    }))}`, {
        ...opts
    });
}
/**
 * Whom agents have answered most in a month, and how many people they answered.
 */
export function getUsageOfPeople({ month, agent, limit }: {
    month?: string;
    agent?: string;
    limit?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            month: string;
            /** How many people were answered. A second or two behind, since the version that counts them; this month and the last are kept. */
            total: number;
            /** The most answers first. */
            items: {
                uid: string;
                conversations: number;
                tokens: number;
            }[];
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/usage/people${QS.query(QS.explode({
        month,
        agent,
        limit
    }))}`, {
        ...opts
    });
}
/**
 * In which channels and direct conversations agents have answered most in a month.
 */
export function getUsageOfPlaces({ month, agent, limit }: {
    month?: string;
    agent?: string;
    limit?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            month: string;
            /** How many places there are. A second or two behind, since the version that counts them; this month and the last are kept. */
            total: number;
            /** The most answers first. */
            items: {
                place: string;
                conversations: number;
                tokens: number;
            }[];
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/usage/places${QS.query(QS.explode({
        month,
        agent,
        limit
    }))}`, {
        ...opts
    });
}
/**
 * How soon the first words of models were there, by day.
 */
export function getFirstTexts({ $from, to }: {
    $from?: string;
    to?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            "from": string;
            to: string;
            /** Those with such answers. A second or two behind, since the version that counts them. */
            days: {
                day: string;
                /** That a model began to write. */
                answers: number;
                /** A quarter too long at most, as p95Ms is. */
                medianMs: number;
                p95Ms: number;
            }[];
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/usage/first-texts${QS.query(QS.explode({
        "from": $from,
        to
    }))}`, {
        ...opts
    });
}
/**
 * How the last answers came about: from what, for how many people, how soon.
 */
export function getAnswers({ agent, last }: {
    agent?: string;
    last?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            /** That were looked at. */
            answers: number;
            /** ISO 8601, UTC. */
            since: string | null;
            people: number;
            /** That needed no model. */
            withoutModel: number;
            outcomes: {
                [key: string]: number;
            };
            doors: {
                [key: string]: number;
            };
            /** Until the first words of a model. */
            firstTextMs: {
                median: number;
                p95: number;
            } | null;
            /** Until the whole answer was made. */
            ms: {
                median: number;
                p95: number;
            } | null;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/answers${QS.query(QS.explode({
        agent,
        last
    }))}`, {
        ...opts
    });
}
/**
 * What may be used in a time, and how much of it is.
 */
export function listLimits(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            currency: string;
            items: {
                scope: "person" | "role" | "channel" | "key" | "server" | "tool" | "agent" | "account";
                /** Empty: each of its scope that has none of its own. */
                subject: string;
                unit: "money" | "tokens" | "answers";
                /** Of UTC. */
                period: "minute" | "day" | "month";
                /** Of money in millionths of the currency. */
                most: number;
                /** With what is reserved; null of a limit of each. */
                used: number | null;
            }[];
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>("/v1/limits", {
        ...opts
    });
}
/**
 * Set a limit, in place of the one of the same scope, subject, unit and period.
 */
export function setLimit(body: {
    scope: "person" | "role" | "channel" | "key" | "server" | "tool" | "agent" | "account";
    /** Empty: each of its scope that has none of its own. */
    subject?: string;
    unit: "money" | "tokens" | "answers";
    /** Of UTC. */
    period: "minute" | "day" | "month";
    /** Of money in millionths of the currency. */
    most: number;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            scope: "person" | "role" | "channel" | "key" | "server" | "tool" | "agent" | "account";
            /** Empty: each of its scope that has none of its own. */
            subject: string;
            unit: "money" | "tokens" | "answers";
            /** Of UTC. */
            period: "minute" | "day" | "month";
            /** Of money in millionths of the currency. */
            most: number;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>("/v1/limits", oazapfts.json({
        ...opts,
        method: "PUT",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Take a limit away.
 */
export function removeLimit(scope: "person" | "role" | "channel" | "key" | "server" | "tool" | "agent" | "account", unit: "money" | "tokens" | "answers", period: "minute" | "day" | "month", { subject, idempotencyKey }: {
    subject?: string;
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/limits${QS.query(QS.explode({
        scope,
        subject,
        unit,
        period
    }))}`, {
        ...opts,
        method: "DELETE",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * What this month would have come to, had a limit held from its first day. Nothing is set.
 */
export function tryLimit(body: {
    scope: "person" | "role" | "channel" | "key" | "server" | "tool" | "agent" | "account";
    /** Empty: each of its scope that has none of its own. */
    subject?: string;
    unit: "money" | "tokens" | "answers";
    /** Of UTC. */
    period: "minute" | "day" | "month";
    /** Of money in millionths of the currency. */
    most: number;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            /** In tokens, or millionths of the currency. */
            was: number;
            wouldHaveBeen: number;
            /** How many of its scope were counted, or of the named one its days. */
            subjects: number;
            /** For how many of them it would have come to its end. */
            reached: number;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>("/v1/limits/what-if", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Which agent answers where.
 */
export function listBindings({ limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                place: string;
                agent: string;
                /** When it answers: `mention`, also in its `thread`s, at `all`; or `listen`s to the rest. */
                mode: "mention" | "thread" | "all" | "listen";
                /** How far it looks around a message; null: as the agent says. */
                context: ("none" | "message" | "thread" | "channel") | null;
                /** What it reads of that; null, and what is not named: as the agent says. */
                reads: {
                    messages?: number;
                    hours?: number;
                    programs?: boolean;
                    files?: {
                        kinds?: ("text" | "pdf" | "office" | "mail" | "archive" | "image" | "voice")[];
                        maxSize?: number;
                    };
                } | null;
            }[];
            next: string | null;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/bindings${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Have an agent answer in a place from now on, in place of the one that does.
 */
export function setBinding(place: string, body: {
    agent: string;
    /** With `all` and `listen`, channels are told before they are heard. */
    mode?: "mention" | "thread" | "all" | "listen";
    context?: ("none" | "message" | "thread" | "channel") | null;
    reads?: {
        messages?: number;
        hours?: number;
        programs?: boolean;
        files?: {
            kinds?: ("text" | "pdf" | "office" | "mail" | "archive" | "image" | "voice")[];
            maxSize?: number;
        };
    } | null;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            place: string;
            agent: string;
            /** When it answers: `mention`, also in its `thread`s, at `all`; or `listen`s to the rest. */
            mode: "mention" | "thread" | "all" | "listen";
            /** How far it looks around a message; null: as the agent says. */
            context: ("none" | "message" | "thread" | "channel") | null;
            /** What it reads of that; null, and what is not named: as the agent says. */
            reads: {
                messages?: number;
                hours?: number;
                programs?: boolean;
                files?: {
                    kinds?: ("text" | "pdf" | "office" | "mail" | "archive" | "image" | "voice")[];
                    maxSize?: number;
                };
            } | null;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/bindings/${encodeURIComponent(place)}`, oazapfts.json({
        ...opts,
        method: "PUT",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Bind no agent to a place any more. What is bound around it answers there then.
 */
export function removeBinding(place: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/bindings/${encodeURIComponent(place)}`, {
        ...opts,
        method: "DELETE",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Where the app is installed, and whether it is served there.
 */
export function listInstallations({ limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                platform: string;
                id: string;
                name: string;
                account: string;
                status: string;
                by: string | null;
                /** ISO 8601, UTC. */
                decidedAt: string | null;
                /** ISO 8601, UTC. */
                since: string;
                /** ISO 8601, UTC. */
                removedAt: string | null;
            }[];
            next: string | null;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/installations${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Serve an installation from now on, or nobody there any more. Of the operator’s own account alone.
 */
export function decideInstallation(platform: string, installation: string, body: {
    status: "approved" | "refused";
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            status: string;
            account: string;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/installations/${encodeURIComponent(platform)}/${encodeURIComponent(installation)}`, oazapfts.json({
        ...opts,
        method: "PUT",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Owners, admins and who is blocked.
 */
export function listRoles(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            roles: {
                person: string;
                role: "owner" | "admin" | "blocked";
                /** Admin of this agent only. */
                agent: string | null;
                by: string;
                /** ISO 8601, UTC. */
                at: string;
            }[];
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>("/v1/roles", {
        ...opts
    });
}
/**
 * Say what somebody is from now on. Owners and admins are a matter of keys without scopes, or with all.
 */
export function setRole(person: string, body: {
    role: "owner" | "admin" | "blocked" | "member";
    agent?: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            roles: {
                role: string;
                agent: string | null;
            }[];
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/roles/${encodeURIComponent(person)}`, oazapfts.json({
        ...opts,
        method: "PUT",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Take away what somebody is, or that they are admin of one agent.
 */
export function removeRole(person: string, { agent, idempotencyKey }: {
    agent?: string;
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/roles/${encodeURIComponent(person)}${QS.query(QS.explode({
        agent
    }))}`, {
        ...opts,
        method: "DELETE",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Let a visitor of a website talk to an agent, from one page, for fifteen minutes.
 */
export function createVisitorToken(agent: string, body: {
    /** Who they are on the site: the id of their account there, or of their session. The same one is the same person. */
    visitor: string;
    /** What the agent calls them. */
    name?: string;
    /** A BCP 47 tag; without one, that of the page. */
    language?: string;
    /** The origin of the page the token is for. It opens nothing from any other. */
    origin: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            /** For the page: it says who the visitor is, and nobody but Parley reads it. */
            token: string;
            /** ISO 8601, UTC. */
            expiresAt: string;
            /** Who they are here, by which they are exported, forgotten or blocked. */
            uid: string;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/visitor-tokens`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Have an agent say something to a person, in a channel or into a thread; once, with `Idempotency-Key`.
 */
export function postMessage(agent: string, body: {
    /** A person by their uid, a place where the agent is bound, or an earlier message by its id: into its thread. */
    to: string;
    /** In Markdown. */
    text?: string;
    /** A text of the agent (`templates`), in place of `text`. */
    template?: string;
    values?: {
        [key: string]: string | number;
    };
    /** Buttons below it. */
    options?: string[];
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            /** Give it as `to`, and a later message goes into its thread. */
            id: string;
            /** `refused`: its place would not have it. `dropped`: what let it in was no more when it was to be posted. */
            status: "waiting" | "sent" | "refused" | "dropped";
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/messages`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * What became of it.
 */
export function getMessage(agent: string, message: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            /** Give it as `to`, and a later message goes into its thread. */
            id: string;
            /** `refused`: its place would not have it. `dropped`: what let it in was no more when it was to be posted. */
            status: "waiting" | "sent" | "refused" | "dropped";
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/agents/${encodeURIComponent(agent)}/messages/${encodeURIComponent(message)}`, {
        ...opts
    });
}
/**
 * The account of the key.
 */
export function getAccount(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Account;
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>("/v1/account", {
        ...opts
    });
}
/**
 * Change the account: its name, its API, who answers where nobody is bound.
 */
export function updateAccount(body: {
    name?: string;
    email?: string | null;
    apiEnabled?: boolean;
    defaultAgent?: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Account;
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>("/v1/account", oazapfts.json({
        ...opts,
        method: "PATCH",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * List the keys of the account; none is shown.
 */
export function listKeys({ limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: Key[];
            next: string | null;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/keys${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Issue a key.
 */
export function issueKey(body: {
    kind: "management" | "conversation" | "agent";
    /** Of a key of one agent. */
    agent?: string;
    name?: string;
    /** Of a management key: what it may do, and no more. */
    scopes?: ("agents:read" | "agents:write" | "knowledge:read" | "knowledge:write" | "people:read" | "people:write" | "turns:read" | "turns:write" | "usage:read" | "usage:write" | "places:read" | "places:write" | "visitors:read" | "visitors:write" | "messages:read" | "messages:write" | "keys:read" | "keys:write" | "account:read" | "account:write" | "audit:read" | "audit:write")[];
    /** From then on it opens nothing. */
    expiresAt?: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            id: string;
            /** Shown this once. */
            key: string;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>("/v1/keys", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Rename a key.
 */
export function renameKey(key: string, body: {
    name: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
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
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/keys/${encodeURIComponent(key)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Revoke a key. It opens nothing from now on.
 */
export function revokeKey(key: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 414;
        data: Problem & {
            code?: "uri_too_long";
        };
    } | {
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/keys/${encodeURIComponent(key)}`, {
        ...opts,
        method: "DELETE",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Who changed what, newest first.
 */
export function listAudit({ limit, cursor, agent, language }: {
    limit?: number;
    cursor?: string;
    agent?: string;
    language?: "en" | "ja";
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                n: number;
                /** ISO 8601, UTC. */
                at: string;
                actor: string;
                door: string;
                action: string;
                /** The action in words. */
                deed: string;
                agent: string | null;
                /** As it is kept, which is what the hash is of: in English. */
                summary: string;
                /** The same in the language, as far as it is not somebody’s own words. */
                told: string;
                hash: string;
            }[];
            next: string | null;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/audit${QS.query(QS.explode({
        limit,
        cursor,
        agent,
        language
    }))}`, {
        ...opts
    });
}
/**
 * Check that nobody has changed the log of changes.
 */
export function verifyAudit({ idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            rows: number;
            head: string;
            broken: {
                n: number;
                why: string;
            } | null;
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>("/v1/audit/verify", {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * How Parley is: what works, what waits, what is refused, which processes run. Of the operator’s own account alone.
 */
export function getDeploymentState(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            version: string;
            /** Of the process that answers. */
            startedAt: string;
            /** Whether it can be given work, by what that takes. */
            checks: {
                [key: string]: boolean;
            };
            /** What does not work, and what to do. */
            degraded: {
                what: string;
                why: string;
            }[];
            /** Those that are configured. */
            platforms: {
                id: string;
                /** Nothing is wrong with it in any process. */
                up: boolean;
                /** ISO 8601, UTC. */
                connectedSince: string | null;
                /** ISO 8601, UTC. */
                lastEventAt: string | null;
            }[];
            /** That run on this database; what others say of themselves is a few seconds old. */
            processes: {
                /** Its machine, and its number there. */
                name: string;
                /** It is the one that answers. */
                isAsked: boolean;
                version: string;
                roles: string[];
                /** ISO 8601, UTC. */
                startedAt: string;
                /** That it holds: it answers in them now, and no other process does. */
                conversations: number;
            }[];
            /** Null where the database does not answer. */
            backlog: {
                /** Without their whole answer. */
                messages: {
                    waiting: number;
                    /** How long the oldest of them has waited. */
                    oldestSeconds: number;
                };
                /** Calls and events that are to go out. */
                webhooks: {
                    waiting: number;
                    /** How long the oldest of them has waited. */
                    oldestSeconds: number;
                };
                /** Calls that were given up; they can be sent again. */
                dead: {
                    waiting: number;
                    /** How long the oldest of them has waited. */
                    oldestSeconds: number;
                };
            } | null;
            /** Answers that the process that answers is making or showing. */
            running: number;
            /** Of models: `open` is not asked for now. */
            providers: {
                provider: string;
                state: "closed" | "half-open" | "open";
            }[];
            memory: {
                residentBytes: number;
            };
            /** Of the data folder. */
            disk: {
                freeBytes: number;
                totalBytes: number;
            } | null;
            /** The last hundred that the process that answers has logged since it began, the latest first; what it logged again is one. No secret stands there, nobody’s name and nothing that was said. */
            warnings: {
                level: "warn" | "error";
                text: string;
                /** What was met, where it was an error. */
                why: string | null;
                /** Where, as the log names it. */
                "of": {
                    [key: string]: string;
                };
                /** ISO 8601, UTC. */
                since: string;
                /** ISO 8601, UTC. */
                lastAt: string;
                count: number;
            }[];
            /** Places that do not take answers. */
            refusing: {
                place: string;
                /** In the platform’s words. */
                detail: string;
                /** ISO 8601, UTC. */
                since: string;
                count: number;
            }[];
            /** Calls that platforms refused in the last day, of one kind in one place together; the last fifty, the latest first. */
            refused: {
                platform: string;
                installation: string;
                /** `post`, `edit`, `stream`, … */
                call: string;
                /** Null of what is done with a message or a file. */
                place: string | null;
                /** `limited`: it wanted a pause. */
                code: string;
                /** In the platform’s words, the last time; of a pause, of which of its limits. */
                detail: string;
                /** ISO 8601, UTC. */
                since: string;
                /** ISO 8601, UTC. */
                lastAt: string;
                count: number;
            }[];
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>("/v1/state", {
        ...opts
    });
}
/**
 * Look at everything that can be wrong, and say what to do, as `parley doctor` does. Of the operator’s own account alone.
 */
export function runDoctor({ language, idempotencyKey }: {
    language?: "en" | "ja";
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            findings: {
                what: string;
                /** `unknown`: it cannot be seen from the server. */
                state: "ok" | "fault" | "unknown";
                /** What was found and, unless it is ok, what to do. */
                say: string;
            }[];
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 404;
        data: Problem;
    } | {
        status: 409;
        data: Problem;
    } | {
        status: 422;
        data: Problem & {
            code?: "idempotency_key_reused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>(`/v1/state/doctor${QS.query(QS.explode({
        language
    }))}`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Who hears what where, where data goes, and how long what is kept.
 */
export function getTrust(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            /** Which agent hears what, where. */
            hears: {
                place: string;
                agent: string;
                mode: string;
                /** What is said there to whomever; else only what is said to the agent. */
                all: boolean;
                /** Who has set it so. */
                by: string | null;
                /** ISO 8601, UTC. */
                since: string | null;
            }[];
            /** Hosts that something of what is said goes to, besides the chat platforms. */
            destinations: {
                host: string;
                what: "model" | "webhook" | "tool" | "events" | "embeddings" | "transcription" | "moderation" | "mail" | "telemetry";
                /** Null: of all of them. */
                agent: string | null;
                name: string | null;
            }[];
            /** How long what is kept. */
            kept: {
                what: "words" | "reasons" | "calls" | "events" | "spending" | "state" | "changes";
                /** Null: until it is cleared or its person is forgotten; of changes, for good. */
                days: number | null;
            }[];
            /** Agents that keep words, reasons, calls and events for no more than so many days, by `keepDays` of their own. */
            agents: {
                agent: string;
                days: number;
            }[];
        };
    } | {
        status: 400;
        data: Problem;
    } | {
        status: 401;
        data: Problem & {
            code?: "invalid_api_key";
        };
    } | {
        status: 403;
        data: Problem;
    } | {
        status: 429;
        data: Problem & {
            code?: "too_many_requests" | "too_many_wrong_keys";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "internal_error";
        };
    } | {
        status: 503;
        data: Problem;
    }>("/v1/trust", {
        ...opts
    });
}
