/** A server that listens at every address of this machine is asked at one: not everything opens all of them at once. */
export const reachableUrl = (url: string): string =>
  url.replace('://0.0.0.0', '://127.0.0.1').replace('://[::]', '://[::1]')
