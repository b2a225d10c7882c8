export type RoleWord = 'owner' | 'admin' | 'member' | 'blocked'
