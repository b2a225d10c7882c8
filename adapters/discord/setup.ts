import type { Setup } from '../../src/ports/setup.ts'
import { diagnose } from './doctor.ts'
import { invite } from './invite.ts'

export const setup = { invite, diagnose } satisfies Setup
