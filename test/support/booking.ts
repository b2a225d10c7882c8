/** A scenario as people upload it. */
export const booking = {
  name: 'booking.yaml',
  text: `version: 1
id: book_table
title: 席の予約
start:
  - match: { partial: [book a table, 予約] }
first: ask
nodes:
  ask:
    say: For how many?
    options:
      - { text: Two, goto: done }
      - { text: Four, goto: done }
  done:
    say: A table is yours.
    end: completed
`,
}
