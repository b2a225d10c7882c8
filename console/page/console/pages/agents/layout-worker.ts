import { type LayoutWish, laidOut } from './layout.ts'

/** Large scenarios take a second to lay out, in which the page goes on. */
addEventListener('message', ({ data }: MessageEvent<{ n: number; wish: LayoutWish }>) => {
  postMessage({ n: data.n, layout: laidOut(data.wish) })
})
