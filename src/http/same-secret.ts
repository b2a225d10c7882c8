import { hash, timingSafeEqual } from 'node:crypto'

/** Whether what is given is the secret, found out in the same time whatever it is. */
export function sameSecret(secret: string): (given: string) => boolean {
  const expected = digestOf(secret)
  return (given) => timingSafeEqual(digestOf(given), expected)
}

/** Of equal length for whatever is given. */
const digestOf = (text: string): Buffer => hash('sha256', text, 'buffer')
