import type { Setup } from '../../src/ports/setup.ts'
import { diagnose } from './doctor.ts'
import { manifest } from './manifest.ts'
import { packageOf } from './package.ts'
import { namedPlace } from './places.ts'

export const setup = {
  package: (options) => packageOf(manifest(options)),
  place: namedPlace,
  diagnose,
} satisfies Setup
