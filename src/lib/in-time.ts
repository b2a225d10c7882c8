import { DecoratorHandler, type Dispatcher } from 'undici'

/**
 * Nothing is written to a server later than its request says with `writtenUntil`, and nothing at all that does not say it. A process
 * may be stopped before, and others have gone on with what it was at; when it is continued, what waits for its socket, or for
 * what it needs besides, is written before any timer tells that it is late.
 */
export const onlyInTime: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) =>
  dispatch(options, new InTime(handler, (options as { until?: number }).until ?? 0))

/** An option of a request; `until` is that of its whole operation, as `performance.now()` tells it. */
export const writtenUntil = (until: number): object => ({ until })

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
