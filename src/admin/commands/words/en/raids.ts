import { plain } from '../../../../lib/quoting.ts'

export const raids = {
  note: (server: string, most: number, minutes: number) =>
    `🛡️ In **${plain(server)}** more than ${most} messages came to me within a minute, far more than before. For ${minutes} minutes I answer only people there whom I have answered before; the others are told so. If all is well, let everybody write again.`,
  end: 'Let everybody write',
  ended: 'Everybody there may write to me again. For an hour I don’t look at how much comes.',
  over: 'That was over already.',
}
