import { languageOf } from '../../src/lib/language.ts'
import { inUtc, withMoments } from '../../src/lib/moment.ts'
import type { Note, Place } from '../../src/model/message.ts'
import type { View } from '../../src/model/view.ts'
import type { Outcome } from '../../src/ports/channel.ts'
import type { Log } from '../../src/ports/log.ts'
import type { Connector, Request } from './connector.ts'
import type { Near } from './inbound.ts'
import { scopesOf } from './limits.ts'
import { renderNote } from './outbound.ts'
import { outcomeOf } from './outcome.ts'
import type { Persons } from './persons.ts'
import { baseOf, writable } from './places.ts'
import { originFor, shortOf, showAlone } from './private.ts'
import { renderView } from './view-message.ts'

/** What one person is told alone without having asked for it. Waits for no budget. */
export function createNotifier({ connector, persons, log }: { connector: Connector; persons: Persons; log: Log }) {
  return {
    /** As `Channel.notify`; `person`: by their id in Entra. */
    async notify(
      tenant: string,
      person: string,
      place: Place | undefined,
      view: View,
      signal: AbortSignal,
    ): Promise<Outcome<void>> {
      const near = await persons.near(tenant, person, place && writable(place))
      if (!near) return { refused: { code: 'unsupported', detail: 'Teams never told how this person is reached' } }
      const { spot } = near
      const language = languageOf(undefined, view.text)
      const named = await persons.named(spot, view)
      const { first, files } = renderView(
        { ...named, text: withMoments(named.text, inUtc) },
        (texts) => texts[language],
      )
      const begun = connector.begin(signal)
      const call = (request: Request) => begun(request)
      const home = baseOf(spot.conversation)
      const { reply, at = spot } = await showAlone(
        near,
        (shownAt) => first(home === '' ? undefined : originFor(shownAt, home)),
        call,
      )
      for (const { payload } of 'ok' in reply ? files : []) await showAlone({ ...near, spot: at }, () => payload, call)
      return outcomeOf(reply, scopesOf(at).conversation, () => {})
    },

    /** A sentence about what they just did. Best effort. */
    async whisper(near: Near, note: Note): Promise<void> {
      const payload = note.links ? renderView(note, ({ en }) => en).first(undefined) : renderNote(note)
      const { reply } = await showAlone(near, () => payload, connector.begin())
      if (!('ok' in reply)) log.warn({ reply: shortOf(reply) }, 'a note was not shown')
    },
  }
}
export type Notifier = ReturnType<typeof createNotifier>
