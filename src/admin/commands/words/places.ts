export type Mode = 'mention' | 'thread' | 'all' | 'listen'
