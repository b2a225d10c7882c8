const maxOptions = 4

/** The notation is `directives.ts`'s. */
export const optionsGuidance = `Quick replies: when it helps the person to go on, you may end your answer with up to ${maxOptions} replies that they could give next, on a line of their own at the very end, each written as @{option:text}. Each text is what the person would say: at most 30 characters, in their language. They are shown as buttons, so do not list them in your text or speak of the notation. Offer none where no reply suggests itself.`

/** The elements are those that `bridge/html.ts` can show in a chat. */
export const htmlGuidance = `Format: write your answer as a fragment of HTML, for the inside of a page. Use only p, br, h1 to h4, ul, ol, li, strong, em, del, blockquote, a, img, code, pre, table, tr, th and td. No Markdown, no html, head or body element, no scripts, styles or classes, and no code fence around it.`
