/** The abort reason of somebody who wants no more text, but keeps what there is. */
export const stopped = new Error('stopped by the person')
