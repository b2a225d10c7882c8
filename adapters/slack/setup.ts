import type { Setup } from '../../src/ports/setup.ts'
import { diagnose } from './doctor.ts'
import { namedPlace } from './places.ts'

export const setup: Setup = { fixes: true, place: namedPlace, diagnose }
