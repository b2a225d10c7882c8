/** To open the page is to do something. */
let isDone = true

const doings = ['pointerdown', 'click', 'keydown', 'input', 'wheel', 'touchmove'] as const
// A page may press its own links.
const note = ({ isTrusted }: Event) => {
  isDone ||= isTrusted
}
for (const doing of doings) addEventListener(doing, note, { capture: true, passive: true })

/** Whether somebody has done anything here since it was asked last. */
export function takeDone(): boolean {
  const was = isDone
  isDone = false
  return was
}
