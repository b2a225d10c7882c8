import type { Setup } from '../../src/ports/setup.ts'
import { diagnose } from './doctor.ts'
import { invite } from './invite.ts'
import { namedPlace } from './places.ts'

export const setup = { invite, place: namedPlace, diagnose } satisfies Setup
