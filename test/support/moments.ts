/** A moment as people are given it: by Discord's mark, in UTC, or written out. */
export const someMoment = /<t:\d{10}>|\d{4}-\d\d-\d\d \d\d:\d\d UTC|\w{3} \d{1,2}, \d{4}, \d{1,2}:\d\d\s[AP]M/

/** The day of one. */
export const someDay = /<t:\d{10}:d>|\d{4}-\d\d-\d\d|\w{3} \d{1,2}, \d{4}/
