type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

/** The form that a language uses for a number of things: `counted('en', 2, { one: '# agent', other: '# agents' })` is `2 agents`. */
export function counted(language: string, count: number, forms: Forms): string {
  const form = forms[new Intl.PluralRules(language).select(count)] ?? forms.other
  return form.replaceAll('#', number(language, count))
}

/** Of English words whose plural is their singular and an s. */
export const countedEn = (count: number, one: string): string =>
  counted('en', count, { one: `# ${one}`, other: `# ${one}s` })

/** As a language writes numbers: `1,234`. */
export function number(language: string, value: number): string {
  return new Intl.NumberFormat(language).format(value)
}
