import { expect, it } from 'vitest'
import { PEOPLE } from '../../../console/stand-ins/teams/settings.ts'
import { ANN, BEN, GENERAL } from './harness.ts'
import { free, open } from './talking.ts'

const ben = PEOPLE.find(({ id }) => id === BEN)!
const people = PEOPLE.map((person) => (person.id === BEN ? { ...person, guest: true as const } : person))

const house = () => open({ simulator: { ...free, people }, teams: { unlimited: true }, admit: { guests: false } })

it('guests of the tenant are told alone that they are not answered where they are not admitted; Teams is asked once for each', async () => {
  const { simulator, start, call } = await house()
  const { utterances } = await start()
  for (const text of ['one', 'two']) call(text, GENERAL, { user: BEN })
  call('hi', GENERAL, { user: ANN })
  await expect.poll(utterances).toEqual(['hi'])
  await expect
    .poll(() => simulator.messages(GENERAL).filter((one) => one.targeted_to === BEN))
    .toMatchObject([{ text: expect.stringContaining('you are a guest in it') }])
  const asked = simulator.calls.filter(({ route, path }) => route === 'GET member' && path.endsWith(ben.aadObjectId))
  expect(asked).toHaveLength(1)
})

it('where Teams does not say whether somebody is a guest they are answered', async () => {
  const { simulator, start, call } = await house()
  const { utterances } = await start()
  simulator.faults.set([{ kind: 'refuse', route: 'GET member', status: 403, code: 'Forbidden' }])
  call('hi', GENERAL, { user: ANN })
  await expect.poll(utterances).toEqual(['hi'])
})
