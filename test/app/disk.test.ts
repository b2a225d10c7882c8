import { expect, it } from 'vitest'
import { degradedByDisk, scarceBytes, watchDisk } from '../../src/app/disk.ts'
import { roomFinding } from '../../src/app/parts/doctor/house.ts'

it('what the doctor calls a fault is what /readyz names, and no folder with it', () => {
  for (const free of [0, 49.9e6, scarceBytes - 1, scarceBytes, 1e12]) {
    const isFault = roomFinding(free, '/srv/parley', 'en').state === 'fault'
    expect(degradedByDisk(free).map(({ what }) => what)).toEqual(isFault ? ['disk'] : [])
  }
  expect(degradedByDisk(49.9e6)[0]!.why).toBe(
    '49 MB are free on the disk of the data folder: `npx parley doctor` says where it is, and what to do.',
  )
  // A disk that cannot be seen is not called full.
  expect(degradedByDisk(undefined)).toEqual([])
})

it('a disk is looked at once for all who ask, and again after a moment', async () => {
  let at = 0
  let looks = 0
  const free = watchDisk(
    async () => ++looks,
    () => at,
  )
  expect(await Promise.all([free(), free(), free()])).toEqual([1, 1, 1])
  at = 4999
  expect(await free()).toBe(1)
  at = 5000
  expect(await free()).toBe(2)
  // Its clock was set back.
  at = -5000
  expect(await free()).toBe(3)
})

it('a disk that never answers is asked once, and nobody waits for it; one that fails is asked again', async () => {
  let at = 0
  let looks = 0
  const silent = watchDisk(
    () => {
      looks++
      return new Promise(() => {})
    },
    () => at,
  )
  expect(await silent()).toBeUndefined()
  at = 60_000
  expect(await silent()).toBeUndefined()
  expect(looks).toBe(1)

  const answers = [Promise.reject(new Error('EIO')), Promise.resolve(7)]
  const broken = watchDisk(
    () => answers.shift()!,
    () => at,
  )
  expect(await broken()).toBeUndefined()
  at += 5000
  expect(await broken()).toBe(7)
})
