import type { ReactNode } from 'react'

/** Drawn for a 20 × 20 grid in the colour of the text around them. */
const shapes = {
  attach: (
    <path d="m14.5 9.2-5.1 5.1a3.2 3.2 0 0 1-4.5-4.5l5.6-5.6a2.1 2.1 0 0 1 3 3l-5.5 5.5a1 1 0 0 1-1.5-1.5l4.9-4.8" />
  ),
  send: <path d="M3.5 10 3 4l14 6-14 6 .5-6Zm0 0H10" />,
  reply: <path d="M4 4.5h12a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-5.5L7 16.5v-3H4a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1Z" />,
  edit: <path d="m4 16 .7-3.2 8.6-8.6a1.6 1.6 0 0 1 2.3 2.3l-8.6 8.6L4 16Zm8-10.5 2.4 2.4" />,
  trash: <path d="M4 5.8h12M8 5.5V4h4v1.5M5.5 6l.7 10h7.6l.7-10M8.5 9v4.5m3-4.5v4.5" />,
  close: <path d="m5 5 10 10M15 5 5 15" />,
  menu: <path d="M3.5 5.5h13m-13 4.5h13m-13 4.5h13" />,
  hash: <path d="M8 3.5 6.5 16.5m7-13L12 16.5M4 7.5h12.5M3.5 12.5H16" />,
  eye: (
    <>
      <path d="M2.5 10S5.2 5 10 5s7.5 5 7.5 5-2.7 5-7.5 5-7.5-5-7.5-5Z" />
      <circle cx="10" cy="10" r="2.2" />
    </>
  ),
  bolt: <path d="M11.2 2.5 4.5 11.5h5l-.7 6 6.7-9h-5l.7-6Z" />,
  down: <path d="M10 4v12m-5-5 5 5 5-5" />,
  thumbUp: (
    <path d="M6.5 9v7.5M6.5 9 9.7 3c1.4 0 2.2 1 1.9 2.4L11 8h4.3c1 0 1.7.9 1.5 1.9l-1 5.1c-.2.9-.9 1.5-1.8 1.5H3.5V9h3Z" />
  ),
  thumbDown: (
    <path d="M6.5 11V3.5m0 7.5 3.2 6c1.4 0 2.2-1 1.9-2.4L11 12h4.3c1 0 1.7-.9 1.5-1.9l-1-5.1c-.2-.9-.9-1.5-1.8-1.5H3.5V11h3Z" />
  ),
  file: <path d="M5.5 3h6L15 6.5V17H5.5V3Zm6 0v3.5H15" />,
  columns: <path d="M3.5 4.5h13v11h-13v-11Zm6.5 0v11" />,
  ask: <path d="M7.6 7.6A2.4 2.4 0 1 1 10 10v1.6m0 2.6v.1M3 10a7 7 0 1 1 14 0 7 7 0 0 1-14 0Z" />,
  refresh: <path d="M16 10a6 6 0 1 1-1.8-4.3L16 7.5m0-4v4h-4" />,
  search: <path d="M13 13l4 4M8.5 14a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11Z" />,
  external: <path d="M8 4.5H4.5v11h11V12M11.5 4.5h4v4m0-4L9.5 10.5" />,
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof shapes

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {shapes[name]}
    </svg>
  )
}

/** A filled square: the sign for stopping. */
export function StopIcon() {
  return (
    <svg className="icon" viewBox="0 0 20 20" width="20" height="20" fill="currentColor" aria-hidden="true">
      <rect x="5.5" y="5.5" width="9" height="9" rx="2" />
    </svg>
  )
}
