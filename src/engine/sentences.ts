import type { Language } from '../lib/language.ts'
import { maxKeyBytes } from '../lib/person-state.ts'
import type { StateDeclaration, StateLimits, StateRefusal } from '../model/state.ts'

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

export const stateRefused: Sentence = {
  en: 'Some of the state cannot be kept, so nothing was done. `errors` names each key.',
  ja: '保存できない状態があるため、何も行いませんでした。詳細は `errors` をご覧ください。',
}

/** What is wrong with a key that a caller wants kept. */
export function stateFault(refused: StateRefusal, limits: StateLimits): { code: string; message: string } {
  const { maxBytes, maxKeys, maxValueBytes } = limits
  switch (refused) {
    case 'too_large':
      return {
        code: 'state_too_large',
        message: `is too large: a value may have ${maxValueBytes} bytes, or what the agent declares for it, a key ${maxKeyBytes}, and all of a user ${maxKeys} keys and ${maxBytes} bytes`,
      }
    case 'ill_formed':
      return { code: 'invalid_request', message: 'must be well-formed Unicode, without U+0000' }
    case 'not_of_type':
      return { code: 'invalid_request', message: 'must be of the type that the agent declares for this key' }
    default:
      return { code: 'state_not_writable', message: 'may not be written by callers: the agent declares who writes it' }
  }
}

/** Why an answer to a scenario's question was not taken, before it is asked again. */
export function cannotKeep(refused: StateRefusal, { type, values = [], maxLength }: StateDeclaration = {}): Sentence {
  if (refused === 'not_of_type' && type === 'number') {
    return { en: 'Please answer with a number, such as 3.', ja: '「3」のように数字だけでお答えください。' }
  }
  if (refused === 'not_of_type') {
    const choices = type === 'boolean' ? ['true', 'false'] : values
    return {
      en: `Please answer with one of these: ${choices.join(', ')}.`,
      ja: `次のいずれかでお答えください: ${choices.join('、')}`,
    }
  }
  if (refused === 'ill_formed') {
    return {
      en: 'There are characters in it that I cannot keep. Please type it once more.',
      ja: '保存できない文字が含まれています。もう一度入力してください。',
    }
  }
  return maxLength === undefined
    ? {
        en: 'That is more than I can keep. Please say it in fewer words.',
        ja: '長すぎて保存できません。短くまとめてください。',
      }
    : {
        en: `That is more than I can keep. Please say it in at most ${maxLength} characters.`,
        ja: `長すぎて保存できません。${maxLength}文字以内でお願いします。`,
      }
}
