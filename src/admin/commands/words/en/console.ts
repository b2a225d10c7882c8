export const consoleLink = {
  open: (address: string) =>
    `[Open the console](${address})\n\nThe link is for you alone. It works once, within five minutes.`,
  isLocal:
    'It opens on the machine that Parley runs on. For others, its operator sets `PUBLIC_URL` to the address that people reach it at.',
}
