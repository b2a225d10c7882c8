export type Role = 'owner' | 'admin' | 'member' | 'blocked'
