/** Where a server explains a code: `type` of a problem, relative to the address that was called, as RFC 9457 lets it be. */
export const errorPath = (code: string): string => `/errors/${code}`
