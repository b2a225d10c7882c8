import type { HandoverButtons } from '../../model/handover.ts'

/** Whether its buttons are those of the person, whom the message was for, and not of the team. */
export const isForPerson = ({ choices }: HandoverButtons): boolean =>
  choices.some((choice) => choice === 'agree' || choice === 'leave')
