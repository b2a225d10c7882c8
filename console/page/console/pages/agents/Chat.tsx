import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ask } from '../../shared/api.ts'
import { Markdown } from '../../shared/Markdown.tsx'
import { locale } from '../../shared/strings.ts'
import { pathOf } from './agents.ts'
import styles from './Chat.module.css'
import { words } from './words.ts'

interface Answer {
  isDraft: boolean
  utterance: string
  options: string[]
  story: string[]
  uncalled: string[]
  talk: string
  isAnew: boolean
}
interface Exchange {
  asked: string
  answer?: Answer
  failed?: string
}

/** Talks to the draft as it is saved. Nothing of it counts: the conversation is this page’s, and gone with it. */
export function Chat({ agent }: { agent: string }) {
  const [said, setSaid] = useState<readonly Exchange[]>([])
  const [text, setText] = useState('')
  const end = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const talk = said.findLast(({ answer }) => answer)?.answer?.talk
  const send = useMutation({
    mutationFn: (utterance: string) =>
      ask<Answer>(pathOf(agent, `/draft/test?language=${locale}`), {
        method: 'POST',
        body: { utterance, ...(talk !== undefined && { talk }) },
      }),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was said last is looked at as soon as it is there.
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [said])

  const say = (asked: string) => {
    if (asked.trim() === '' || send.isPending) return
    setText('')
    setSaid([...said, { asked }])
    send.mutate(asked, {
      onSuccess: (answer) => setSaid([...said, { asked, answer }]),
      onError: ({ message }) => setSaid([...said, { asked, failed: message }]),
    })
    field.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    say(text)
  }

  return (
    <aside className={styles.chat} aria-label={words.chat}>
      <header>
        <h2>{words.chat}</h2>
        <button type="button" disabled={said.length === 0} onClick={() => setSaid([])}>
          {words.anew}
        </button>
      </header>
      <p className={styles.about}>{words.chatAbout}</p>
      <div className={styles.said} role="log" aria-label={words.said}>
        {said.map(({ asked, answer, failed }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what was said does not move.
          <div key={i}>
            {answer?.isAnew && <p className={styles.anew}>{words.beganAnew}</p>}
            <p className={styles.asked}>{asked}</p>
            {failed && <p className={styles.failed}>{failed}</p>}
            {!answer && !failed && <p className={styles.answer}>…</p>}
            {answer && <Answered answer={answer} isLast={i === said.length - 1} onSay={say} />}
          </div>
        ))}
        <div ref={end} />
      </div>
      <form onSubmit={submit}>
        <label className="unseen" htmlFor="say">
          {words.say}
        </label>
        <textarea
          id="say"
          ref={field}
          rows={2}
          value={text}
          placeholder={words.say}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            say(text)
          }}
        />
        <button type="submit" className="primary" disabled={text.trim() === '' || send.isPending}>
          {words.send}
        </button>
      </form>
    </aside>
  )
}

function Answered({ answer, isLast, onSay }: { answer: Answer; isLast: boolean; onSay: (text: string) => void }) {
  const { utterance, options, story, uncalled, isDraft } = answer
  return (
    <>
      <div className={styles.answer}>
        {utterance === '' ? <p>{words.nothingSaid}</p> : <Markdown text={utterance} />}
        {options.length > 0 && (
          <p className={styles.options}>
            {options.map((option) => (
              <button key={option} type="button" disabled={!isLast} onClick={() => onSay(option)}>
                {option}
              </button>
            ))}
          </p>
        )}
      </div>
      <details className={styles.why}>
        <summary>
          {words.why} <span>{isDraft ? words.draftAnswered : words.liveAnswered}</span>
        </summary>
        <ol>
          {story.map((line, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nor does why.
            <li key={i}>{line}</li>
          ))}
        </ol>
        {uncalled.length > 0 && <p>{words.uncalled(uncalled.join(', '))}</p>}
      </details>
    </>
  )
}
