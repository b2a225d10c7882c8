/** Follows the address that was printed as a browser does. Resolves with the cookie that it is given. */
export async function enterPlayground(address: string): Promise<string> {
  const response = await fetch(address, { redirect: 'manual' })
  const cookie = response.headers.get('set-cookie')
  if (response.status !== 303 || !cookie)
    throw new Error(`the playground was not opened but answered ${response.status}`)
  return cookie.split(';')[0]!
}
