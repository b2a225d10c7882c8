import { tidy } from '../../lib/phrases.ts'
import type { ScenarioNode } from '../../model/scenario.ts'
import type { AnswerDraft } from '../draft.ts'
import { agrees, mayBeEither, soundsLikeYesOrNo, yesOrNo } from '../slots/yes-no.ts'
import { slotSentences } from '../words/index.ts'
import { withoutPoliteness } from './everyday-words.ts'
import { empty, inClauses } from './hear-slots.ts'
import { confirmButtons, type Pressed, summed } from './questions.ts'
import type { Reaction } from './reaction.ts'
import { nodeOf, type RunningScenario } from './running.ts'
import { labelOf } from './slots-known.ts'
import type { Walk } from './walk.ts'

const isConfirmed = ({ scenario, node, run }: RunningScenario): boolean =>
  run.again === true || (nodeOf(scenario, node)?.confirm !== undefined && run.asking === undefined)

/** A summary was answered: by a button, or in words. */
export async function hearConfirm(at: RunningScenario, draft: AnswerDraft, walk: Walk): Promise<Reaction | undefined> {
  if (!isConfirmed(at)) return undefined
  const node = nodeOf(at.scenario, at.node)!
  const { utterance } = draft.request
  if (mayBeEither(utterance)) return askWhich(at, walk)
  if (at.run.again) return hearAgain(at, walk, utterance)
  const button = confirmButtons(draft, node, at).find(({ text }) => tidy(text) === tidy(utterance))
  if (!button && wantsChange(utterance)) return askWhat(at, walk)
  const pressed = button?.pressed ?? named(at, draft, node, utterance) ?? spoken(utterance)
  if (!pressed || !node.confirm) return undefined
  if ('change' in pressed) return empty(at, draft, walk, pressed.change)
  walk.because(at, 'confirm')
  const { redo: _, ...run } = at.run
  return {
    took:
      'yes' in pressed
        ? await walk.go({ ...at, run }, node.confirm.yes, 'yes')
        : await walk.go(at, node.confirm.no, 'no'),
  }
}

/** What neither agrees nor corrects anything, and may be meant as either, is asked again: nothing goes on by a guess. */
export function hearUnclear(at: RunningScenario, draft: AnswerDraft, walk: Walk): Reaction | undefined {
  const { answer, question } = inClauses(draft.request.utterance)
  // “Yes?” asks nothing that anybody could answer.
  const said = answer === '' && question.length <= shortest ? question : answer
  return isConfirmed(at) && soundsLikeYesOrNo(said) ? askWhich(at, walk) : undefined
}

/** In UTF-16 units. */
const shortest = 6

const changeJa =
  /^(?:(?:いや|いえ|いいえ|はい|やっぱり?|ちょっと|少し|一部|すみません|あの|(?:キャンセル|中止)(?:じゃ|では|で)なく(?:て)?)[、,。\s]*)*(?:(?:内容|それ|これ|一部)を)?(?:(?:変更|訂正|修正)(?!な)(?:し|さ|を)?|変え|かえ|直し|なおし)(?:直し)?(?:たい|て|る|ます|させて|せて|できます|られます|お願い(?:できます)?)?(?:のですが|んですが|んですけど|です|ください|下さい|ほしい|もらえます|お願いします|します|か)*[?？。.!！\s]*$|^(?:(?:いや|いえ|いいえ|すみません)[、,。\s]*)*(?:(?:内容|どこか|何か)が)?(?:間違|まちが)(?:って(?:い?る|い?ます)|って(?:い|)た|えて?(?:い?る|い?ます|ました|た))(?:[よね]|んですが|のですが|と思います)*[。.!！\s]*$/u
const changeEn =
  /^(?:(?:no|oh|wait|sorry|ok(?:ay)?|actually|well)[,.]?\s+)*(?:not cancel,?\s+(?:just )?|(?:i(?:['’]d| would)? (?:like|want|need|have)(?: to)? (?:make )?|can i (?:make )?|let me (?:make )?|please (?:make )?))?(?:a |some )?(?:change|correct|edit|fix)s?(?: it| that| this| something(?: else)?)?(?:,? please)?[\s.!?]*$/iu

/** Whether somebody wants something to be different, and says not what: 「変更したい」, 「間違っています」. */
const wantsChange = (utterance: string): boolean => {
  const said = utterance.normalize('NFKC').trim()
  return changeJa.test(said) || changeEn.test(said)
}

/** The summary and its buttons stand below: one of them says what is changed, and a yes agrees to what is seen. */
function askWhat(at: RunningScenario, walk: Walk): Reaction {
  walk.because(at, 'confirm')
  walk.texts.push(slotSentences[at.language].changeWhat)
  return { took: walk.ask(at) }
}

/** The name alone of what stands in a summary is what shall be changed. */
function named(at: RunningScenario, draft: AnswerDraft, node: ScenarioNode, utterance: string): Pressed | undefined {
  const name = summed(node, at).find((one) => tidy(labelOf(at, one, draft)) === tidy(withoutPoliteness(utterance)))
  return name === undefined ? undefined : { change: name }
}

function askWhich(at: RunningScenario, walk: Walk): Reaction {
  walk.because(at, 'confirm')
  walk.texts.push(slotSentences[at.language].yesOrNo)
  return { took: walk.ask(at) }
}

const noAlone =
  /^[,.!;。、！\s]*(?:please|thanks|thank you|(?:that|it)'?s (?:all|it|wrong|not right)|(?:that|it) is (?:wrong|not right)|お願いします|お願い|結構です|違います)?[\s.!。！]*$/iu
/** Before a question it is a yes of its own: “ok, what are the fees?” only asks. */
const clearYes = /^[\s,.!]*(?:yes|yep|yeah|yup|はい|ええ)(?![a-z])/iu
const opposes = /\b(?:but|although|though|if|unless)\b|でも|けど|けれど|ただ/iu

/** Yes or no by itself: “no, 50” corrects, and “yes, but to Carl” too. A question may stand behind it. */
function spoken(utterance: string): Pressed | undefined {
  const { answer, question } = inClauses(utterance)
  if (question !== '' && (!clearYes.test(answer) || opposes.test(utterance))) return undefined
  if (agrees(answer)) return { yes: true }
  const rest = answer.normalize('NFKC').replace(/^[^,.!;。、！]*/u, '')
  const isShort = answer.trim().split(/\s+/).length <= 6 && answer.length <= 40
  return yesOrNo(answer) === 'no' && noAlone.test(rest) && isShort ? { no: true } : undefined
}

async function hearAgain(at: RunningScenario, walk: Walk, utterance: string): Promise<Reaction | undefined> {
  const answer = spoken(utterance)
  if (!answer) return undefined
  walk.because(at, 'confirm')
  const { again: _, redo = [], ...run } = at.run
  if ('yes' in answer) {
    const left = redo.filter((node) => node !== at.node)
    return { took: await walk.go({ ...at, run: { ...run, redo: left } }, at.node, 'yes') }
  }
  walk.texts.push(slotSentences[at.language].leftAsItWas)
  const cancel = at.scenario.policy.cancel?.goto
  return { took: cancel === undefined ? walk.end('cancelled') : await walk.go({ ...at, run }, cancel, 'cancel') }
}
