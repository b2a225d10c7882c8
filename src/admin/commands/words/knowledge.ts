import { shown } from '../../../lib/quoting.ts'

export const faulty = (name: string, why: string): string => `❌ \`${shown(name)}\`: ${why}`
