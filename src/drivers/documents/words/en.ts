/** What is said of a file that cannot be read. */
export const en = {
  unknown: (name: string) =>
    `The file ${name} is none of the kinds that can be read: Markdown, text, HTML, PDF and Word (.docx).`,
  old_office: (name: string) =>
    `The file ${name} is an old or a password-protected Office file. Save it as .docx or PDF without a password.`,
  not_word: (name: string) =>
    `The file ${name} is an archive, but not a Word document. Upload the files in it one by one, or save it as .docx or PDF.`,
  encrypted: (name: string) => `The file ${name} is protected with a password. Save it without one.`,
  broken: (name: string) =>
    `The file ${name} is damaged and cannot be read. Export it anew from the program it was made with.`,
  no_text: (name: string) =>
    `The file ${name} holds no text. A scanned document has only pictures of its pages: run text recognition (OCR) on it first.`,
  too_much: (name: string) =>
    `The file ${name} takes too long or too much memory to read. Split it into smaller files.`,
}
