import { describe, expect, it } from 'vitest'
import { agrees, yesOrNo } from '../../../src/engine/slots/yes-no.ts'

const rows = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((row) => row.split('|').map((part) => part.trim()) as [string, string])

/** What is said where something is asked to be confirmed, and whether it is done then. */
const confirmed = `
それでよくない | unclear
それでは困ります | unclear
はいじゃないです | unclear
お願いしません | no
お願いできません | unclear
合っていません | no
合ってない | no
正しくありません | no
確定しないで | no
OKじゃない | unclear
了解してない | unclear
大丈夫じゃない | unclear
もちろん違います | unclear
うん、違う | unclear
うんざり | unclear
はい？ | unclear
はい、後で | unclear
はい、でも50ポンドで | unclear
いいよ、やめる | unclear
お願いします、やっぱりやめて | unclear
ぜひやめて | unclear
それで終わりですか | unclear
そうですか | unclear
そうですね、金額が違います | unclear
違います | no
間違いです | no
しないで | no
間違いないです | yes
間違いない | yes
間違いありません | yes
問題ありません | yes
問題ないです | yes
違いありません | unclear
はい | yes
はい、お願いします | yes
はい、間違いないです | yes
はい、大丈夫です | yes
はい、それで大丈夫です | yes
はい、合ってます | yes
ええ、そうです | yes
うん | yes
うん、いいよ | yes
それでお願いします | yes
それでいいです | yes
OKです | yes
了解です | yes
はい、送ってください | yes
はい、よろしくお願いします | yes
確定してください | yes
そうですね | yes
その通りです | yes
ok wait | unclear
ok but wait | unclear
do it later | unclear
sure? no | unclear
right, no | unclear
I am not sure | unclear
I'm not happy | unclear
I will not | no
I do not agree | no
I would like to stop | unclear
I would rather cancel | unclear
I will think about it | unclear
I do want to change it | unclear
right person wrong amount | unclear
fine, forget it | unclear
great, but no | unclear
sure, but later | unclear
yes, later | unclear
yes but not now | unclear
perfect except the amount | unclear
fine but make it Friday | unclear
correct the name | unclear
ok change the recipient | unclear
Yes? | unclear
no, 50 | no
nope | no
no, that's wrong | no
not yet | no
wrong | no
yes | yes
Yes please! | yes
yes, that's right | yes
yep, thanks | yes
ok | yes
okay, go ahead | yes
sure, do it | yes
Sure thing | yes
that's correct | yes
it is right | yes
it's all correct | yes
looks good, thank you | yes
perfect, send it | yes
sounds good | yes
I confirm | yes
oh yes | yes
Of course. Please go ahead. | yes
👍 | yes
`

describe('what is asked to be confirmed', () => {
  it.each(rows(confirmed))('“%s” is %s', (said, expected) => {
    const meant = agrees(said) ? 'yes' : yesOrNo(said) === 'no' ? 'no' : 'unclear'
    expect(meant).toBe(expected)
  })
})
