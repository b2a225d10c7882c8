import type { Setup } from '../../src/ports/setup.ts'
import { diagnose } from './doctor.ts'
import { manifest } from './manifest.ts'
import { namedPlace } from './places.ts'

export const setup = { manifest, place: namedPlace, diagnose } satisfies Setup
