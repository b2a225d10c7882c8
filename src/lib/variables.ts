import { z } from 'zod'

/** Variables of the environment, as the house and the platforms read them. Messages go on from the variable's name. */
export const text = (pattern: RegExp, message: string) => z.string().regex(pattern, message).optional()

export const secret = text(/^\S+$/, 'must not hold white space')

export const httpUrl = z.string().refine(isHttpUrl, 'must be an http or https URL').optional()

function isHttpUrl(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value)
}

/** The address of this machine alone, as `HOST` may write it. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)
}
