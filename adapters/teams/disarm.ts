/** What begins or ends a mention, up to and without the letter that makes it one: `<a|t`. */
const SPARK = /<\/?a(?=t)/gi
const ZERO_WIDTH_SPACE = '\u200b'

/**
 * Makes every mention in a text dead, in code as well, where it looks the same as before. None would be alive without an entity
 * that says whose it is, but nobody should be made to think so. What is added stands before the letter it is added for, so the
 * result of a longer text begins with that of a shorter one: `<a` may become `<at>`.
 */
export const disarm = (text: string): string =>
  text.includes('<') ? text.replaceAll(SPARK, (spark) => spark + ZERO_WIDTH_SPACE) : text
