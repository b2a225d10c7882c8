export type Mode = 'mention' | 'thread' | 'all' | 'listen'
export type Reach = 'channel' | 'workspace' | 'organisation'
