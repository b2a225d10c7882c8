const leaveEveryMs = 1000

/**
 * Whether an error comes of a replica that was a primary before: a new connection may lead to the one of now. Not with every
 * command that it refuses.
 */
export function createLeavesReplica(): (error: Error) => boolean {
  let last = Number.NEGATIVE_INFINITY
  return ({ message }) => {
    // Of a script, older servers tell it in the middle of theirs.
    if (!message.includes('READONLY ') || performance.now() - last < leaveEveryMs) return false
    last = performance.now()
    return true
  }
}
