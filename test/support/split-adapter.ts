import type { Adapter } from '../../src/ports/channel.ts'

/** One app in two processes: `gateway` receives, and `worker`, which was told nothing, shows. */
export function splitAdapter<A extends Adapter>(gateway: A, worker: Adapter): A {
  return {
    ...gateway,
    ready: worker.ready,
    degraded: () => [...(gateway.degraded?.() ?? []), ...(worker.degraded?.() ?? [])],
    channel: worker.channel,
    open: worker.open,
    async start(inbox) {
      await worker.open()
      await gateway.start(inbox)
    },
    async stop() {
      await gateway.stop()
      await worker.stop()
    },
  }
}
