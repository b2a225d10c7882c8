import type { Language } from '../language.ts'

type Sentence = Record<Language, string>

/** What an agent says when nobody wrote anything for it to say. */
export const opening = (name: string): Sentence => ({
  en: `Hello, I'm ${name}. What can I do for you?`,
  ja: `こんにちは、${name}です。ご用件をどうぞ。`,
})

export const noAnswer: Sentence = {
  en: "I don't have an answer to that.",
  ja: 'その質問への答えを持っていません。',
}

export const noModel: Sentence = {
  en: 'No language model is connected to this agent, so it can only answer from its rules. An operator can connect one by setting OPENAI_API_KEY, or PARLEY_LLM_BASE_URL for Ollama, vLLM and the like.',
  ja: 'このエージェントには言語モデルが接続されていないため、登録されたルールでのみ回答できます。管理者は OPENAI_API_KEY、または Ollama や vLLM などの PARLEY_LLM_BASE_URL を設定すると接続できます。',
}

export const modelUnavailable: Sentence = {
  en: 'The language model could not be reached just now. Please try again in a moment.',
  ja: '言語モデルに接続できませんでした。少し待ってからもう一度お試しください。',
}

export const imageNotSupported: Sentence = {
  en: "This agent's model cannot look at images. Please describe the picture in words.",
  ja: 'このエージェントのモデルは画像を扱えません。内容を言葉で教えてください。',
}

export const scenarioFailed: Sentence = {
  en: "Something went wrong here, so I can't go on with this. Please start again.",
  ja: '問題が発生したため、続けることができません。もう一度最初からお試しください。',
}
