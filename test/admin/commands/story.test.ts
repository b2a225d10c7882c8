import { expect, it } from 'vitest'
import type { View } from '../../../src/model/view.ts'
import {
  digestOf,
  expectedDigest,
  fileOf,
  lineOf,
  MORE,
  type StoryDoor,
  type StoryStep,
  tellStory,
  textOf,
} from '../../contracts/story.ts'
import { caller, channel, commandHouse, file, uid, workspace } from './house.ts'

it.each(['typed', 'chosen', 'chosen, and forms sent section by section'] as const)(
  'the story leaves the same when its commands are %s',
  async (how) => {
    const house = await commandHouse()
    const door: StoryDoor = {
      knowsRights: true,
      async say(step) {
        const person = house.as(caller(step.who))
        const attached = fileOf(step)
        const files = attached ? [file(attached.name, attached.text)] : []
        const chosen = Object.entries(step.values).map(([name, value]) => [name, textOf(value, uid) ?? files])
        let view =
          how === 'typed'
            ? await person.say(lineOf(step, uid), files)
            : await person.choose(step.command, Object.fromEntries(chosen))
        const send = async (form: NonNullable<StoryStep['form']>) => {
          const opened = view
          for (const values of how.includes('section') ? inSections(opened, form) : [form]) {
            view = await person.send(opened, values)
          }
        }
        if (step.form) await send(step.form)
        if (step.more) {
          view = await person.press(view, MORE)
          await send(step.more)
        }
        if (step.press) view = await person.press(view, step.press)
        return view.text
      },
    }
    await tellStory(door)
    expect(await digestOf(house, { uidOf: uid, channel, workspace })).toEqual(expectedDigest)
  },
)

/** What is written into each section, in their order. */
function inSections({ form }: View, values: NonNullable<StoryStep['form']>) {
  const parts = form!.sections.map(({ fields }) => {
    const names = fields.map(({ name }) => name)
    return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
  })
  return parts.filter((part) => Object.keys(part).length > 0)
}
