/** The product's mark: two people's speech, meeting. */
export function Mark({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#4b4fd1" />
      <path
        d="M8 7.5h11a3.5 3.5 0 0 1 3.5 3.5v4.5a3.5 3.5 0 0 1-3.5 3.5h-6l-3.8 3.3a.7.7 0 0 1-1.2-.5V19A3.5 3.5 0 0 1 4.5 15.5V11A3.5 3.5 0 0 1 8 7.5Z"
        fill="#fff"
      />
      <path
        d="M24.5 12.7a3.5 3.5 0 0 1 3 3.5v4a3.5 3.5 0 0 1-2.5 3.3v2a.7.7 0 0 1-1.2.5l-2.6-2.5h-4.7a3.5 3.5 0 0 1-2.5-1h5.5a5 5 0 0 0 5-5v-4.8Z"
        fill="#ffb454"
      />
    </svg>
  )
}
