import { useEffect, useRef, useState } from 'react'
import type { Layout, LayoutWish } from './layout.ts'

interface Told {
  n: number
  layout: Layout
}

/**
 * Where each box stands, as a worker reckons it; undefined until it has done so first. While it reckons anew what stood before stays, so
 * that a drawing that is being edited does not go away. The worker lives as long as the drawing, and the last wish is what counts.
 */
export function useLayout(wish: LayoutWish): Layout | undefined {
  const worker = useRef<Worker>(undefined)
  const asked = useRef(0)
  const [layout, setLayout] = useState<Layout>()

  useEffect(() => {
    const made = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' })
    made.addEventListener('message', ({ data }: MessageEvent<Told>) => {
      if (data.n === asked.current) setLayout(data.layout)
    })
    worker.current = made
    return () => made.terminate()
  }, [])

  useEffect(() => {
    asked.current += 1
    worker.current!.postMessage({ n: asked.current, wish })
  }, [wish])

  return layout
}
