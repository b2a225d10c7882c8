import { DecoratorHandler, type Dispatcher } from 'undici'

/**
 * Nothing is written to a server later than that after it was to be sent. A process may be stopped in between, and others have
 * gone on with what it was at; when it is continued, what waits for its socket is written before any timer tells that it is late.
 */
export function onlyInTime(limitMs: number): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => dispatch(options, new InTime(handler, performance.now() + limitMs))
}

/** Its types tell of an older one. */
interface Decorated {
  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void
}
const Handler = DecoratorHandler as unknown as new (handler: Dispatcher.DispatchHandler) => Decorated

class InTime extends Handler {
  readonly #until: number

  constructor(handler: Dispatcher.DispatchHandler, until: number) {
    super(handler)
    this.#until = until
  }

  /** Called right before the first byte is written. */
  override onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    super.onRequestStart(controller, context)
    if (performance.now() > this.#until) controller.abort(new Error('It was too late to be sent.'))
  }
}
