import type { ReactNode } from 'react'

/** Those of Teams that the page has none for, on a 20 × 20 grid in the colour of the text around them. */
const shapes = {
  chat: <path d="M10 3a7 7 0 0 0-6.2 10.3L3 17l3.7-.8A7 7 0 1 0 10 3ZM7 8.5h6M7 11.5h4" />,
  teams: (
    <path d="M7.5 8.5a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6Zm6.2.5a1.8 1.8 0 1 0 0-3.6M3 15.5V12a1 1 0 0 1 1-1h7a1 1 0 0 1 1 1v3.5a4.5 4.5 0 0 1-9 0ZM14 11h2a1 1 0 0 1 1 1v2.5a3 3 0 0 1-2.8 3" />
  ),
  shield: <path d="M10 2.5 16 5v4.5c0 3.8-2.4 6.6-6 8-3.6-1.4-6-4.2-6-8V5l6-2.5Z" />,
  undo: <path d="M7 4 3.5 7.5 7 11M4 7.5h7.5a4.2 4.2 0 0 1 0 8.5H8" />,
  smile: <path d="M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm-3-5.5c1.6 2 4.4 2 6 0M7.6 8v.1M12.4 8v.1" />,
  group: (
    <path d="M7 9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Zm6.5 0a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM2.5 15.5c0-2.3 2-4 4.5-4s4.5 1.7 4.5 4M13 11.6c2.5-.3 4.5 1.4 4.5 3.9" />
  ),
} satisfies Record<string, ReactNode>

export function TeamsIcon({ name, size = 20 }: { name: keyof typeof shapes; size?: number }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 20 20"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {shapes[name]}
    </svg>
  )
}
