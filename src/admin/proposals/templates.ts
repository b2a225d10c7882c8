import type { Language } from '../../lib/language.ts'
import type { Proposal } from './proposal.ts'
import { en } from './words/en.ts'
import { ja } from './words/ja.ts'

/** Each in the language of the agent alone, so they are no catalogue of all languages at once. */
const templates: Readonly<Record<Language, typeof en>> = { en, ja }

/** What tells them apart, in both languages; the first that fits. */
const signs = {
  desk: /help ?desk|\bIT\b|support|password|device|ヘルプデスク|サポート|情シス|パソコン|社内システム/i,
  booking: /\bbook|appointment|reserv|clinic|salon|reception|予約|受付|診療/i,
  handbook: /handbook|\bfaq\b|polic|document|manual|knowledge|wiki|規程|マニュアル|資料|よくある質問|就業規則/i,
  tutor: /tutor|teach|learn|homework|lesson|先生|学習|勉強|宿題|教え/i,
}

/** What is proposed without a model: the kind of agent that the sentence sounds like, with the sentence itself in its prompt. */
export function proposalFrom(wish: string, language: Language, name?: string): Proposal {
  const { kinds, prompt } = templates[language]
  const kind = (Object.keys(signs) as (keyof typeof signs)[]).find((name) => signs[name].test(wish)) ?? 'any'
  const { does, ...rest } = kinds[kind]
  const called = name ?? rest.name
  return { ...rest, name: called, prompt: prompt(called, does, wish) }
}
