/**
 * A canary is a text that says whose it is: which tenant’s, which person’s there (`all`: everybody’s), and of which conversation
 * (`all`: of every one). It is lower-case letters alone, so that it comes through whatever cuts texts into words.
 */
export interface Whose {
  tenant: 'first' | 'other'
  person: 'ann' | 'ben' | 'cat' | 'all'
  where: 'direct' | 'vault' | 'hall' | 'all'
}

/** `what`: letters that say what it stands in. */
export function canary({ tenant, person, where }: Whose, what: string): string {
  return `canary${tenant}${person}${where}${what}`
}

/** Of the first tenant: what belongs to all of it, to one person wherever they are, and what they say in one conversation. */
export const ofTenant = (what: string) => canary({ tenant: 'first', person: 'all', where: 'all' }, what)
export const ofAnn = (what: string) => canary({ tenant: 'first', person: 'ann', where: 'all' }, what)
export const ofOther = (what: string) => canary({ tenant: 'other', person: 'all', where: 'all' }, what)
export const saidByAnn = (where: Whose['where'], what: string) =>
  canary({ tenant: 'first', person: 'ann', where }, what)

/** Names of the first tenant that platforms and admins give, and that stand in keys of rows: its people, places and agents. */
const name = /CANARY/
const words = /canary(first|other)(ann|ben|cat|all)(direct|vault|hall|all)([a-z]*)/gi

export interface Found extends Whose {
  text: string
}

/** Every canary in a text. */
export function canariesIn(text: string): Found[] {
  return [...text.matchAll(words)].map(([text, tenant, person, where]) => {
    const [one, two, three] = [tenant, person, where].map((part) => part!.toLowerCase())
    return { text, tenant: one, person: two, where: three } as Found
  })
}

export function holdsCanary(text: string): boolean {
  return name.test(text) || canariesIn(text).length > 0
}

/** Who looks, and from where; nobody in particular: one without a person. */
export interface Viewer {
  tenant: Whose['tenant']
  person?: Whose['person'] | undefined
  where?: Whose['where'] | undefined
}

/**
 * What of a text is not for who reads it: canaries that are another tenant’s, another person’s or of another conversation, and
 * to another tenant the names of the first one’s people, places and agents. What they typed themselves is no secret to them.
 */
export function leaksIn(text: string, viewer: Viewer, typed: readonly string[] = []): string[] {
  const read = typed.filter((one) => one !== '').reduce((rest, one) => rest.replaceAll(one, ''), text)
  const leaks = canariesIn(read).filter(
    ({ tenant, person, where }) =>
      tenant !== viewer.tenant ||
      (person !== 'all' && person !== viewer.person) ||
      (where !== 'all' && where !== viewer.where),
  )
  const names =
    viewer.tenant !== 'first' && name.test(read) ? [read.slice(Math.max(0, read.search(name) - 20)).slice(0, 60)] : []
  return [...new Set([...leaks.map((one) => one.text), ...names])]
}
