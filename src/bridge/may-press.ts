import { readOrderKey } from '../model/key.ts'
import type { Note, Press } from '../model/message.ts'
import type { TurnRow } from '../store/turns.ts'
import type { CommittedAnswer } from '../turns/show.ts'
import type { createAddressing } from './addressing.ts'
import type { ChatContext } from './context.ts'
import { isForPerson } from './handover/for-person.ts'
import type { IntakeParts } from './intake-parts.ts'
import { approvalSentences, sentences } from './words/index.ts'

type Presser = Pick<Press, 'platform' | 'author'>

/** Whose the buttons under an answer are. */
export function createMayPress(
  { approvals }: Pick<IntakeParts, 'approvals'>,
  { accountOf, keyOf }: Pick<ReturnType<typeof createAddressing>, 'accountOf' | 'keyOf'>,
) {
  /** Why somebody may not press; undefined: they may. */
  async function refusal(
    { approval, handover }: CommittedAnswer,
    key: string,
    context: ChatContext,
    presser: Presser,
  ): Promise<Note | undefined> {
    const { account, agent } = readOrderKey(key)
    if (isOfTeam(handover)) return undefined
    if (approval && context.asksFor === approval) {
      const isTheirs = (await keyOf(account, agent, presser.author.uid)) === key
      return isTheirs ? { text: approvalSentences.notYourOwn[context.language] } : undefined
    }
    const decides = approval && (await approvals.mayDecide(approval, account, presser.author.uid))
    const may = typeof decides === 'boolean' ? decides : context.anybody === true || isOwn(context, presser)
    return may ? undefined : { text: sentences.notYours[context.language] }
  }

  const isOfTeam = (handover: CommittedAnswer['handover']): boolean => handover !== undefined && !isForPerson(handover)

  /** Where nobody is answered any more, or another account answers, nothing goes on. */
  const isOver = async ({ key }: TurnRow, { platform, installation }: ChatContext): Promise<boolean> =>
    (await accountOf(platform, installation)) !== readOrderKey(key).account

  return { refusal, isOfTeam, isOver }
}

/** What is kept of where it stands. */
export const keptOf = (turn: TurnRow | undefined): ChatContext | undefined =>
  turn?.context ? JSON.parse(turn.context) : undefined

/** Not by uid: where people belong to several workspaces, a press may name another one than their message did. */
const isOwn = ({ platform, author }: ChatContext, presser: Presser): boolean =>
  platform === presser.platform && author.id === presser.author.id
