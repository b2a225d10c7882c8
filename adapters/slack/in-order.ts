import type { Body } from './payloads.ts'

/**
 * Slack has several ways to us, which may bring what a person wrote in another order. What comes in the same moment is taken in
 * by the time it was written, and of each person one after the other; nobody waits for anybody else.
 */
export function inOrder<T>(take: (body: Body) => Promise<T>): (body: Body) => Promise<T> {
  let moment: { body: Body; start: () => void }[] = []
  /** The last that is being taken in of each person. */
  const last = new Map<string, Promise<void>>()

  function flush(): void {
    const arrived = moment
    moment = []
    if (arrived.length > 1) arrived.sort((a, b) => timeOf(a.body) - timeOf(b.body))
    for (const { start } of arrived) start()
  }

  async function takeInTurn(body: Body): Promise<T> {
    const person = personOf(body)
    if (person === undefined) return take(body)
    const before = last.get(person)
    const taken = before ? before.then(() => take(body)) : take(body)
    // What could not be taken in holds nobody up: Slack brings it again.
    const over = taken.then(
      () => {},
      () => {},
    )
    last.set(person, over)
    try {
      return await taken
    } finally {
      if (last.get(person) === over) last.delete(person)
    }
  }

  return (body) =>
    new Promise((resolve, reject) => {
      if (moment.length === 0) setImmediate(flush)
      moment.push({ body, start: () => void takeInTurn(body).then(resolve, reject) })
    })
}

const timeOf = ({ event }: Body): number => Number(event?.event_ts ?? event?.ts ?? 0)

function personOf({ event, team_id }: Body): string | undefined {
  const user = event?.user ?? event?.message?.user
  return user && `${team_id} ${user}`
}
