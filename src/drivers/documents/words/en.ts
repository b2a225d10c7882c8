/** What is said of a file that cannot be read. */
export const en = {
  unknown: (name: string) =>
    `The file ${name} is none of the kinds that can be read: text and code, Markdown, HTML, CSV, PDF, Word (.docx), Excel (.xlsx), PowerPoint (.pptx), e-mail (.eml) and zip archives of these.`,
  old_office: (name: string) =>
    `The file ${name} is an old or a password-protected Office file. Save it as .docx, .xlsx, .pptx or PDF without a password.`,
  web_page: (name: string) =>
    `In place of the file ${name} came a web page, as servers send it to whoever is not signed in. Send the file itself again; if that does not help, ask an admin whether the app may read files.`,
  nothing_inside: (name: string) =>
    `The file ${name} is an archive with nothing in it that can be read. Send the files in it one by one; archives inside archives are not opened.`,
  encrypted: (name: string) => `The file ${name} is protected with a password. Save it without one.`,
  broken: (name: string) =>
    `The file ${name} is damaged and cannot be read. Export it anew from the program it was made with.`,
  empty: (name: string) => `The file ${name} holds no text: there is nothing in it that could be found.`,
  no_text: (name: string) =>
    `The file ${name} holds no text. A scanned document has only pictures of its pages: run text recognition (OCR) on it first.`,
  too_deep: (name: string) =>
    `The file ${name} is nested too deeply to be read. Export it anew from the program it was made with.`,
  too_much: (name: string) =>
    `The file ${name} takes too long or too much memory to read. Split it into smaller files.`,
}
