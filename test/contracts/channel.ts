import type { CommandCall, Typing } from '../../src/model/command.ts'
import type {
  AskAbout,
  Control,
  InboundMessage,
  Invitation,
  MessageRef,
  Note,
  Opening,
  Part,
  Place,
  Press,
  Vote,
} from '../../src/model/message.ts'
import type { View } from '../../src/model/view.ts'
import type { Adapter, Channel, Inbox, NativeStream, Outcome, Taken } from '../../src/ports/channel.ts'
import type { Runner } from './runner.ts'

/** One platform under test: the adapter, what a person does and sees, and ways to make the platform fail. */
export interface ChannelHarness {
  readonly adapter: Adapter
  /** The installation that the person is in, once the adapter has started. */
  readonly channel: Channel
  readonly person: Person
  /** The platform's id of somebody else who is there. */
  readonly stranger: string
  /** The platform tells neither the names nor the sizes of people's pictures. */
  readonly namelessFiles?: true
  /** What was posted is not always found, but posting it again under its key for some minutes is the same post. */
  readonly repeats?: true
  /**
   * It is on the person's own machine: there are no channels and no strangers, what was said stands, and no call goes wrong on the
   * way. What is about those is left out.
   */
  readonly ownMachine?: true
  /** Where only the person will see the answer to what they just did, on platforms that have such a place. */
  alone?(): Promise<Place>
  /** What the person sees of ours in the conversation, oldest first. */
  shown(): Shown[]
  /** Mentions that went off, of whomever. */
  liveMentions(): string[]
  /** Sends the last event again, `copies` times at once. */
  resend(copies: number): Promise<void>
  /** Resolves when the platform has nothing left to tell, its repetitions included. */
  settled(): Promise<void>
  /** The next call of this kind goes wrong. `retryAfter` in seconds. */
  fail(fault: Fault, operation: Operation): void
  /** All calls of these kinds go wrong until this is called again. */
  failAll(fault: Fault, operations: readonly Operation[]): void
  close(): Promise<void>
}

export interface Person {
  uid: string
  /** Says something to the agent, in private or in a channel where others read; returns the platform's id of it. */
  say(text: string, where?: 'direct' | 'channel', file?: { name: string; mimetype: string; bytes: Buffer }): string
  edit(message: string, text: string): void
  remove(message: string): void
  /** Presses the button with this label. */
  press(label: string): Promise<void>
  /** Says of the last answer that asks for it whether it was good. */
  vote?(good: boolean): Promise<void>
  /** Opens the direct conversation with the agent, where the platform tells of it. */
  open?(): void
  /** Brings the agent to where it was not yet and others are, where the platform tells of it; returns the place. */
  bring?(): string
  /** Asks the agent about a message, by its menu, where the platform has one. */
  ask?(message: string): Promise<void>
}

export interface Shown {
  text: string
  buttons: string[]
  /** What the files say that are in it. */
  files: string[]
  /** Still being written. */
  streaming: boolean
  /** Nobody else sees it. */
  alone: boolean
}

export type Operation = 'post' | 'edit' | 'stream' | 'append' | 'finish' | 'attach'
/** `lost`: done, but the answer never comes. `reset`: not done, and no answer either. */
export type Fault =
  | { kind: 'limited'; retryAfter: number }
  | { kind: 'error' | 'lost' | 'reset' | 'gone' | 'revoked' | 'forbidden' }

/** What an inbox was told; `refuse` makes the next ones fail. */
interface Told extends Inbox {
  messages: InboundMessage[]
  presses: Press[]
  controls: Control[]
  openings: Opening[]
  invitations: Invitation[]
  votes: Vote[]
  asks: AskAbout[]
  calls: CommandCall[]
  typings: Typing[]
  /** What a command is answered with. */
  view: View
  refuse: number
  taken: Taken
  note: Note | undefined
}

function createInbox(): Told {
  const inbox: Told = {
    messages: [],
    presses: [],
    controls: [],
    openings: [],
    invitations: [],
    votes: [],
    asks: [],
    calls: [],
    typings: [],
    view: { text: 'Done.' },
    refuse: 0,
    taken: 'taken',
    note: undefined,
    async message(message) {
      if (inbox.refuse-- > 0) throw new Error('the inbox cannot write')
      inbox.messages.push(message)
      return inbox.taken
    },
    isAsked: async () => false,
    signingOn: async () => {},
    signedOn: async () => 'over',
    file: async () => undefined,
    async press(press) {
      inbox.presses.push(press)
      return inbox.note
    },
    async vote(vote) {
      inbox.votes.push(vote)
      return inbox.note
    },
    async control(control) {
      inbox.controls.push(control)
    },
    async opened(opening) {
      inbox.openings.push(opening)
      return { prompts: ['Hello', 'What can you do?'] }
    },
    async invited(invitation) {
      inbox.invitations.push(invitation)
    },
    shared: async () => [],
    lookUp: async () => ({ found: [] }),
    look: async () => undefined,
    async asked(asked) {
      inbox.asks.push(asked)
      const { about } = asked
      return { question: { text: `> ${about.text}\n\nWhat about it?` } }
    },
    async command(call) {
      inbox.calls.push(call)
      return inbox.view
    },
    async complete(typing) {
      inbox.typings.push(typing)
      return [{ value: 'front-desk', label: 'Front desk' }]
    },
  }
  return inbox
}

const signal = new AbortController().signal
const text = (text: string): Part => ({ text })
const nobodys = async () => false

function must<T>(outcome: Outcome<T>): T {
  if (!('ok' in outcome)) throw new Error(`expected ok, got ${JSON.stringify(outcome)}`)
  return outcome.ok
}

/** The promises of `Channel`, kept by every platform. Optional abilities are tested where the channel has them. */
export function testChannel(
  name: string,
  createHarness: () => Promise<ChannelHarness>,
  { describe, it, afterEach, expect }: Runner,
): void {
  describe(`${name}: channel contract`, () => {
    let opened: ChannelHarness | undefined

    async function connected(): Promise<ChannelHarness & { inbox: Told }> {
      const harness = await createHarness()
      opened = harness
      const inbox = createInbox()
      await harness.adapter.start(inbox)
      return Object.assign(harness, { inbox })
    }

    /** Somebody has said something; what is answered goes to `place`. */
    async function spoken(said = 'hello', where: 'direct' | 'channel' = 'direct') {
      const harness = await connected()
      harness.person.say(said, where)
      await harness.settled()
      const message = harness.inbox.messages.at(-1)!
      return { ...harness, message, place: message.replyTo }
    }

    afterEach(async () => {
      await opened?.adapter.stop()
      await opened?.close()
      opened = undefined
    })

    describe('receiving', () => {
      it('tells what a person says in private', async () => {
        const { inbox, person, settled, channel } = await connected()
        person.say('1 < 2 & <b>')
        await settled()
        const [message] = inbox.messages
        expect(message).toMatchObject({
          platform: channel.platform,
          addressed: 'direct',
          text: '1 < 2 & <b>',
          files: [],
        })
        expect(message!.author.uid).toBe(person.uid)
        expect(message).not.toHaveProperty('thread')
        expect(Math.abs(message!.sentAt - Date.now())).toBeLessThan(60_000)
      })

      it('tells who is spoken to in a channel, without saying the name again', async () => {
        const { inbox, person, settled, ownMachine } = await connected()
        if (ownMachine) return
        person.say('what is new?', 'channel')
        await settled()
        const [message] = inbox.messages
        expect(message).toMatchObject({ addressed: 'mention', text: 'what is new?' })
        expect(message!.thread).toBe(message!.within[0])
        expect(message!.within).toHaveLength(new Set(message!.within).size)
      })

      it('keeps a direct conversation and those in channels apart', async () => {
        const { inbox, person, settled, ownMachine } = await connected()
        if (ownMachine) return
        for (const where of ['direct', 'direct', 'channel', 'channel'] as const) person.say('hello', where)
        await settled()
        // They were said at once, and come in any order; each may have been told more than once.
        const messages = [...Map.groupBy(inbox.messages, ({ eventId }) => eventId).values()].map(
          ([message]) => message!,
        )
        const conversationsOf = (isDirect: boolean) =>
          messages
            .filter(({ addressed }) => (addressed === 'direct') === isDirect)
            .map(({ conversation }) => conversation)
        const [direct, channel] = [conversationsOf(true), conversationsOf(false)]
        expect([direct.length, new Set(direct).size, channel.length]).toEqual([2, 1, 2])
        expect(new Set([...direct, ...channel]).size).toBe(3)
      })

      it('is told again what was not written down', async () => {
        const { inbox, person, settled } = await connected()
        inbox.refuse = 1
        person.say('hello')
        await settled()
        expect(inbox.messages.map(({ text }) => text)).toEqual(['hello'])
      })

      it('names a message the same however often it comes', async () => {
        const { inbox, person, settled, resend, ownMachine } = await connected()
        if (ownMachine) return
        person.say('hello', 'channel')
        await settled()
        await resend(3)
        expect(inbox.messages.length).toBeGreaterThan(3)
        // Leave to search may come with one of two events alone.
        const named = inbox.messages.map(({ searchLeave: _, ...message }) => message)
        for (const message of named) expect(message).toEqual(named[0])
      })

      it('does not hear itself', async () => {
        const { channel, place, settled, inbox } = await spoken()
        const ref = must(await channel.post(place, text('hi'), 'k1', signal))
        must(await channel.edit(ref, text('hi there'), signal))
        await settled()
        expect(inbox.messages).toHaveLength(1)
        expect(inbox.controls).toEqual([])
      })

      it('tells that a message was edited or deleted', async () => {
        const { person, settled, inbox, ownMachine } = await connected()
        if (ownMachine) return
        const said = person.say('helo')
        await settled()
        person.edit(said, 'hello')
        await settled()
        person.remove(said)
        await settled()
        const [{ eventId }, { platform }] = [inbox.messages[0]!, inbox.messages[0]!]
        expect(inbox.controls).toEqual([
          { kind: 'edited', platform, eventId, text: 'hello' },
          { kind: 'deleted', platform, eventId },
        ])
      })

      it('tells that a person opened the conversation', async () => {
        const { inbox, person, settled } = await connected()
        if (!person.open) return
        person.open()
        person.say('hello')
        await settled()
        const [opening] = inbox.openings
        const { conversation, author, installation } = inbox.messages[0]!
        expect(opening).toMatchObject({ conversation, installation, author: { uid: author.uid } })
        expect(Math.abs(opening!.openedAt - Date.now())).toBeLessThan(60_000)
      })

      it('tells who brought it to where others are, which it can greet there', async () => {
        const { adapter, inbox, person, settled } = await connected()
        if (!person.bring) return
        const conversation = person.bring()
        await settled()
        // Who brought it may have to be asked for first.
        while (inbox.invitations.length === 0) await new Promise((resolve) => setTimeout(resolve, 2))
        // Where a platform tells of it in two ways, both are of the one conversation, so that it is greeted once.
        expect([...new Set(inbox.invitations.map((one) => one.conversation))]).toEqual([conversation])
        expect(inbox.openings).toEqual([])
        const { author, installation, replyTo, within, openedAt } = inbox.invitations[0]!
        expect(author.uid).toBe(person.uid)
        expect(within[0]).toBe(conversation)
        expect(Math.abs(openedAt - Date.now())).toBeLessThan(60_000)
        must(await adapter.channel(installation)!.post(replyTo, text('Hello, all.'), 'k1', signal))
      })

      it('asks in private what a person wants to know of a message', async () => {
        const { adapter, inbox, person, settled, shown } = await connected()
        if (!person.ask) return
        const said = person.say('<b> & so on', 'channel')
        await settled()
        await person.ask(said)
        await adapter.stop()
        const { eventId, author } = inbox.messages[0]!
        const about = {
          eventId,
          author: { id: author.id },
          text: '<b> & so on',
          link: expect.stringMatching(/^https:/),
        }
        expect(inbox.asks).toMatchObject([{ author: { uid: author.uid }, about }])
        expect(shown().at(-1)!.text).toBe('> <b> & so on\n\nWhat about it?')
      })

      it('hears nothing once stopped, and can still speak', async () => {
        const { adapter, channel, place, shown, person, inbox } = await spoken()
        await adapter.stop()
        person.say('anybody there?')
        must(await channel.post(place, text('good-bye'), 'k1', signal))
        expect(shown().map(({ text }) => text)).toEqual(['good-bye'])
        expect(inbox.messages).toHaveLength(1)
      })
    })

    describe('showing', () => {
      it('posts, edits and removes', async () => {
        const { channel, place, shown } = await spoken()
        const ref = must(await channel.post(place, text('one **two**'), 'k1', signal))
        expect(shown().map(({ text }) => text)).toEqual(['one **two**'])
        must(await channel.edit(ref, text('three'), signal))
        must(await channel.edit(ref, text('three'), signal))
        expect(shown().map(({ text }) => text)).toEqual(['three'])
        if (!channel.remove) return
        must(await channel.remove(ref, signal))
        expect(shown()).toEqual([])
        expect(await channel.edit(ref, text('four'), signal)).toMatchObject({
          refused: { code: expect.stringMatching(/^(gone|unchangeable)$/) },
        })
      })

      it('shows quick replies, tells which was pressed, and says so to that person alone', async () => {
        const { adapter, channel, place, shown, person, inbox, settled, message } = await spoken()
        const quickReplies = { id: 'r_1-a', options: ['Yes', 'No', `Perhaps ${'so '.repeat(60)}`] }
        const ref = must(await channel.post(place, { text: 'Well?', quickReplies }, 'k1', signal))
        const [question] = shown()
        expect(question!.buttons).toHaveLength(3)
        expect(question!.buttons[2]).toMatch(/^Perhaps .*…$/)
        inbox.note = { text: 'Noted' }
        await person.press('No')
        await person.press(question!.buttons[2]!)
        await settled()
        const [first, second] = inbox.presses
        expect(first).toMatchObject({ replyId: 'r_1-a', index: 1, author: { uid: person.uid } })
        expect(second).toMatchObject({ replyId: 'r_1-a', index: 2 })
        expect(second!.eventId).not.toBe(first!.eventId)
        expect(first).toMatchObject({ place: message.within[0], replyTo: message.replyTo })
        // The note follows the acknowledgement; stopping waits for it.
        await adapter.stop()
        expect(shown().filter(({ alone }) => alone)).toMatchObject([{ text: 'Noted' }, { text: 'Noted' }])

        must(await channel.edit(ref, { text: 'Well?', quickReplies: { ...quickReplies, chosen: 1 } }, signal))
        expect(shown()[0]!.buttons).toEqual([])
      })

      it('holds as much text as it says', async () => {
        const { channel, place, shown } = await spoken()
        const { max, unit } = channel.limits(place).text
        for (const letter of ['a', 'あ']) {
          const long = letter.repeat(Math.floor(max / (unit === 'utf8' ? Buffer.byteLength(letter) : 1)))
          must(await channel.post(place, text(long), letter, signal))
          expect(shown().at(-1)!.text).toBe(long)
        }
      })

      it('lets a text mention nobody but whom its part says', async () => {
        const { channel, place, liveMentions, person, stranger } = await spoken()
        const id = person.uid.split('_').at(-1)!
        const mentions = (id: string) => `<@${id}> <@!${id}> <at>${id}</at> \`<@${id}>\``
        const hostile = `<!channel> @everyone @here <!here|x> ${mentions(id)} \`\`\`\n<!everyone>\n\`\`\``
        const ref = must(await channel.post(place, text(hostile), 'k1', signal))
        must(await channel.edit(ref, text(hostile.repeat(2)), signal))
        expect(liveMentions()).toEqual([])
        const part = { text: `${mentions(stranger)} ${mentions(id)}`, mayMention: id }
        must(await channel.edit(ref, part, signal))
        must(await channel.post(place, part, 'k2', signal))
        expect(liveMentions().filter((mention) => mention.includes(stranger))).toEqual([])
      })

      it('asks what a person thinks of it, and tells', async () => {
        const { adapter, channel, place, person, inbox, settled, shown } = await spoken()
        if (!person.vote) return
        const feedback = { id: 't_1-a', good: 'Good', bad: 'Bad' }
        const quickReplies = { id: 't_1-a', options: ['Yes'] }
        const message = must(await channel.post(place, { text: 'Well?', feedback, quickReplies }, 'k1', signal))
        inbox.note = { text: 'Noted' }
        await person.vote(true)
        await person.vote(false)
        await settled()
        // Where a vote says nothing of what it is about, it says which message.
        const about = inbox.votes[0]?.feedbackId === undefined ? { message } : { feedbackId: 't_1-a' }
        const vote = { platform: channel.platform, ...about, author: { uid: person.uid } }
        expect(inbox.votes).toMatchObject([
          { ...vote, good: true },
          { ...vote, good: false },
        ])
        expect(inbox.presses).toEqual([])
        await adapter.stop()
        expect(shown().filter(({ alone }) => alone)).toMatchObject([{ text: 'Noted' }, { text: 'Noted' }])
      })

      it('adds files, finds them, and takes them away', async () => {
        const { channel, place, shown, fail, repeats, ownMachine } = await spoken()
        if (!channel.attach || !channel.find) return
        const since = Date.now()
        const long = `${'A long answer, あ.\n'.repeat(5000)}<!channel>`
        must(await channel.attach(place, { name: 'answer.md', text: long }, 'k1:1', signal))
        expect(shown()).toMatchObject([{ files: [long] }])
        fail({ kind: 'lost' }, 'attach')
        expect(await channel.attach(place, { name: 'answer.md', text: 'x' }, 'k1:2', signal)).toHaveProperty('unknown')
        fail({ kind: 'reset' }, 'attach')
        expect(await channel.attach(place, { name: 'answer.md', text: 'y' }, 'k1:3', signal)).toHaveProperty('unknown')
        const find = (key: string) => channel.find!(place, key, { since, owned: nobodys }, signal)
        const again = () => channel.attach!(place, { name: 'answer.md', text: 'x' }, 'k1:2', signal)
        const ref = must(await find('k1:2')) ?? (repeats && must(await again()))
        expect(must(await find('k1:3'))).toBeUndefined()
        must(await channel.remove!(ref!, signal))
        expect(shown().map(({ files }) => files)).toEqual([[long]])
        if (ownMachine) return
        fail({ kind: 'limited', retryAfter: 7 }, 'attach')
        expect(await channel.attach(place, { name: 'answer.md', text: 'z' }, 'k1:4', signal)).toHaveProperty('limited')
      })

      it('answers a person alone, as often as it says and once more', async () => {
        const { channel, alone, shown, stranger, liveMentions } = await spoken()
        if (!alone) return
        const place = await alone()
        const { interim = [] } = channel.limits(place)
        const seen = () => shown().filter(({ alone }) => alone)
        const ref = must(await channel.post(place, text('1'), 'k1', signal))
        for (let n = 2; n <= interim.length + 2; n++) {
          must(await channel.edit(ref, text(`${n} <@${stranger}>`), signal))
          expect(seen().map(({ text }) => text)).toEqual([`${n} <@${stranger}>`])
        }
        must(await channel.post(place, text('and on'), 'k2', signal))
        expect(seen().map(({ text }) => text)).toEqual([`${interim.length + 2} <@${stranger}>`, 'and on'])
        expect(shown().filter(({ alone }) => !alone)).toEqual([])
        expect(liveMentions()).toEqual([])
      })

      it('tells one person alone, near where they asked or in their direct conversation, with a button that works', async () => {
        const { adapter, channel, inbox, message, person, place, settled, shown, ownMachine } = await spoken(
          'hello',
          'channel',
        )
        if (!channel.notify || ownMachine) return
        const view: View = { text: 'Not **here**.', buttons: [{ offer: 'o-1', label: 'Try again', style: 'primary' }] }
        must(await channel.notify(message.author.id, place, view, signal))
        must(await channel.notify(message.author.id, undefined, view, signal))
        const seen = { text: 'Not **here**.', buttons: ['Try again'] }
        expect(shown()).toMatchObject([seen, seen])
        await person.press('Try again')
        await settled()
        await adapter.stop()
        expect(inbox.calls).toMatchObject([{ given: { offer: 'o-1' }, author: { uid: person.uid } }])
        expect(shown().filter(({ text }) => text === 'Done.')).toHaveLength(1)
      })

      it('tells a person alone where only they see the answer', async () => {
        const { channel, alone, shown, message } = await spoken()
        if (!alone || !channel.notify) return
        const place = await alone()
        must(await channel.notify(message.author.id, place, { text: 'Not here.' }, signal))
        expect(shown()).toMatchObject([{ text: 'Not here.', alone: true, streaming: false }])
      })

      it('may be asked for signs of life anywhere', async () => {
        const { channel, place, message } = await spoken()
        for (const where of [place, ...message.within.slice(0, -1)]) {
          for (const what of ['received', 'waiting', 'thinking', 'searching', 'writing', 'idle'] as const)
            await channel.activity?.(where, what, 'en', signal)
        }
      })
    })

    describe('native streams', () => {
      async function streaming(first: string) {
        const harness = await spoken()
        const stream = harness.channel.stream && must(await harness.channel.stream(harness.place, first, 'k1', signal))
        return { ...harness, stream }
      }

      it('grow by what is appended and end with what comes with the part', async () => {
        const { stream, shown } = await streaming('one ')
        if (!stream) return
        expect(stream.expiresAt).toBeGreaterThan(Date.now())
        must(await stream.append('two ', signal))
        expect(shown()).toMatchObject([{ text: 'one two ', streaming: true }])
        must(await stream.append('', signal))
        const quickReplies = { id: 'r1', options: ['A', 'B'] }
        must(await stream.finish('three', { text: 'one two three', quickReplies }, false, signal))
        expect(shown()).toMatchObject([{ text: 'one two three', streaming: false, buttons: ['A', 'B'] }])
      })

      it('may begin with nothing and end with nothing', async () => {
        const { stream, shown } = await streaming('')
        if (!stream) return
        must(await stream.append('all', signal))
        must(await stream.finish('', text('all'), false, signal))
        expect(shown()).toMatchObject([{ text: 'all', streaming: false }])
      })

      it('are mended by an edit, open or closed', async () => {
        const { stream, channel, shown } = await streaming('on')
        if (!stream) return
        must(await channel.edit(stream.ref, text('one'), signal))
        expect(shown()).toMatchObject([{ text: 'one', streaming: false }])
        expect(await stream.append('!', signal)).toHaveProperty('refused')
        must(await channel.edit(stream.ref, text('one!'), signal))
        expect(shown()).toMatchObject([{ text: 'one!' }])
      })

      it('mention nobody, also with a mention cut in two', async () => {
        const { stream, liveMentions, stranger } = await streaming('Hi <!cha')
        if (!stream) return
        must(await stream.append('nnel> <', signal))
        must(await stream.append(`@${stranger}> @he`, signal))
        must(await stream.finish('re', text(''), false, signal))
        expect(liveMentions()).toEqual([])
      })

      it('are found when nobody knows whether they began', async () => {
        const { channel, place, fail, shown } = await spoken()
        if (!channel.stream || !channel.find) return
        const since = Date.now()
        const other = must(await channel.stream(place, 'another one', 'k0', signal))
        const ended = must(await channel.stream(place, 'good', 'k2', signal))
        must(await ended.finish('-bye', text('good-bye'), false, signal))
        fail({ kind: 'lost' }, 'stream')
        expect(await channel.stream(place, 'hello', 'k1', signal)).toHaveProperty('unknown')
        const owned = async (ref: MessageRef) => ref === other.ref
        const ref = must(await channel.find(place, 'k1', { since, owned }, signal))
        must(await channel.edit(ref!, text('hello there'), signal))
        expect(shown()).toMatchObject([
          { text: 'another one', streaming: true },
          { text: 'good-bye' },
          { text: 'hello there', streaming: false },
        ])
      })
    })

    describe('when the platform fails', () => {
      const calls: [
        Operation,
        (o: { channel: Channel; place: InboundMessage['replyTo'] }) => Promise<Try | undefined>,
      ][] = [
        [
          'post',
          async ({ channel, place }) =>
            () =>
              channel.post(place, text('x'), 'k1', signal),
        ],
        [
          'edit',
          async ({ channel, place }) => {
            const ref = must(await channel.post(place, text('x'), 'k0', signal))
            return () => channel.edit(ref, text('y'), signal)
          },
        ],
        ['stream', async ({ channel, place }) => channel.stream && (() => channel.stream!(place, 'x', 'k1', signal))],
        ['append', async (o) => onStream(o, (stream) => stream.append('y', signal))],
        ['finish', async (o) => onStream(o, (stream) => stream.finish('y', text('xy'), false, signal))],
      ]

      for (const [operation, prepare] of calls)
        describe(operation, () => {
          async function failing(fault: Fault) {
            const harness = await spoken()
            const call = await prepare(harness)
            if (!call || harness.ownMachine) return undefined
            harness.fail(fault, operation)
            return { ...harness, call }
          }

          it('tells until when and where it was too much', async () => {
            const prepared = await failing({ kind: 'limited', retryAfter: 7 })
            if (!prepared) return
            const outcome = await prepared.call()
            expect(outcome).toMatchObject({ limited: { scope: { key: expect.any(String) } } })
            const { retryAt } = (outcome as { limited: { retryAt: number } }).limited
            expect(retryAt - Date.now()).toBeGreaterThan(6000)
            expect(retryAt - Date.now()).toBeLessThanOrEqual(7000)
            must(await prepared.call())
          })

          for (const kind of ['error', 'reset', 'lost'] as const) {
            it(`does not know after: ${kind}`, async () => {
              const prepared = await failing({ kind })
              if (prepared) expect(await prepared.call()).toMatchObject({ unknown: expect.any(Error) })
            })
          }

          for (const kind of ['gone', 'revoked'] as const) {
            it(`is refused: ${kind}`, async () => {
              const prepared = await failing({ kind })
              if (prepared) expect(await prepared.call()).toMatchObject({ refused: { code: kind } })
            })
          }
        })

      it('names what refuses us for good, and nothing while all is well', async () => {
        const { adapter, channel, place, fail, ownMachine } = await spoken()
        if (ownMachine) return
        expect(adapter.degraded?.()).toEqual([])
        fail({ kind: 'revoked' }, 'post')
        await channel.post(place, text('x'), 'k1', signal)
        expect(adapter.degraded?.()).toEqual([expect.stringMatching(/refuses/)])
        // One that Discord has refused is never asked again.
        const again = await channel.post(place, text('y'), 'k2', signal)
        expect(adapter.degraded?.()).toHaveLength('ok' in again ? 0 : 1)
      })

      it('does not know after it gave up waiting', async () => {
        const { channel, place } = await spoken()
        const reason = new Error('enough')
        expect(await channel.post(place, text('x'), 'k1', AbortSignal.abort(reason))).toEqual({ unknown: reason })
      })

      it('finds the post whose answer was lost, and none that never was', async () => {
        const { channel, place, fail, shown, repeats } = await spoken()
        if (!channel.find) return
        const since = Date.now()
        fail({ kind: 'lost' }, 'post')
        expect(await channel.post(place, text('x'), 'k1', signal)).toHaveProperty('unknown')
        fail({ kind: 'reset' }, 'post')
        expect(await channel.post(place, text('y'), 'k2', signal)).toHaveProperty('unknown')
        const found = must(await channel.find(place, 'k1', { since, owned: nobodys }, signal))
        const ref = found ?? (repeats && must(await channel.post(place, text('x'), 'k1', signal)))
        must(await channel.edit(ref!, text('found'), signal))
        expect(shown().map(({ text }) => text)).toEqual(['found'])
        expect(await channel.find(place, 'k2', { since, owned: nobodys }, signal)).toEqual({ ok: undefined })
      })
    })

    it('reads files, up to a size', async () => {
      const { channel, person, inbox, settled, namelessFiles, ownMachine } = await connected()
      if (!channel.download || ownMachine) return
      const bytes = Buffer.from('a picture, honestly')
      person.say('look', 'direct', { name: 'a b.png', mimetype: 'image/png', bytes })
      await settled()
      const [file] = inbox.messages[0]!.files
      const told = namelessFiles ? {} : { name: 'a b.png', size: bytes.length }
      expect(file).toMatchObject({ mimetype: 'image/png', ...told })
      expect(Buffer.from(must(await channel.download(file!.ref, 1000, signal)))).toEqual(bytes)
      expect(await channel.download(file!.ref, 5, signal)).toMatchObject({ refused: { code: 'invalid' } })
    })
  })
}

type Try = () => Promise<Outcome<unknown>>

async function onStream(
  { channel, place }: { channel: Channel; place: InboundMessage['replyTo'] },
  call: (stream: NativeStream) => Promise<Outcome<unknown>>,
): Promise<Try | undefined> {
  if (!channel.stream) return undefined
  const stream = must(await channel.stream(place, 'x', 'k0', signal))
  return () => call(stream)
}
