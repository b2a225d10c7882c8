import type { Llm, LlmEvent, ModelInfo, Prompt, ToolCall } from '../../src/ports/llm.ts'

/** One answer of the model, written piece by piece by the test. */
export interface Script {
  write(text: string): void
  end(): void
  /** Calls a function and ends. */
  call(call: ToolCall): void
  /** The model's stream breaks. */
  cut(): void
  fail(error: Error): void
  /** Resolves when the model has been asked. */
  readonly asked: Promise<Prompt>
  /** Resolves when nobody wants the answer any more. */
  readonly aborted: Promise<void>
}

/** A model whose every word a test chooses. What is not scripted is answered `You said: …`. */
export function createScriptedModel(model: Partial<ModelInfo> = {}) {
  const scripts: ReturnType<typeof createScript>[] = []
  const llm: Llm = {
    model: (id) => ({ upstream: id, provider: 'test', vision: false, tools: true, contextTokens: 100_000, ...model }),
    async *stream(prompt, signal) {
      const script = scripts.shift()
      if (!script) {
        yield { type: 'text', text: `You said: ${prompt.messages.at(-1)?.text}` }
        yield { type: 'end', reason: 'complete' }
        return
      }
      yield* script.play(prompt, signal)
    },
  }
  return {
    llm,
    /** The next answer that is not scripted yet. */
    script(): Script {
      const script = createScript()
      scripts.push(script)
      return script
    },
  }
}

function createScript() {
  const asked = Promise.withResolvers<Prompt>()
  const aborted = Promise.withResolvers<void>()
  const events: (LlmEvent | Error)[] = []
  let wake = () => {}
  const put = (event: LlmEvent | Error) => {
    events.push(event)
    wake()
  }
  return {
    write: (text: string) => put({ type: 'text', text }),
    end: () => put({ type: 'end', reason: 'complete' }),
    call: (call: ToolCall) => {
      put({ type: 'call', call })
      put({ type: 'end', reason: 'calls' })
    },
    cut: () => put({ type: 'end', reason: 'interrupted' }),
    fail: (error: Error) => put(error),
    asked: asked.promise,
    aborted: aborted.promise,
    async *play(prompt: Prompt, signal: AbortSignal): AsyncIterable<LlmEvent> {
      asked.resolve(prompt)
      signal.addEventListener('abort', () => {
        aborted.resolve()
        wake()
      })
      for (;;) {
        if (signal.aborted) throw signal.reason
        const event = events.shift()
        if (event instanceof Error) throw event
        if (event) yield event
        if (event?.type === 'end') return
        if (events.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      }
    },
  }
}
