/** A moment as people are given it: by the mark of Slack or Discord, else written out. */
export const someMoment =
  /<t:\d{10}>|<!date\^\d{10}\^\{date_short_pretty\} \{time\}\|[^>]+>|\w{3} \d{1,2}, \d{4}, \d{1,2}:\d\d\s[AP]M/

/** The day of one. */
export const someDay = /<t:\d{10}:d>|<!date\^\d{10}\^\{date_short_pretty\}\|[^>]+>|\w{3} \d{1,2}, \d{4}/
