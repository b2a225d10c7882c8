/**
 * `parley-agents/adapter`: what an adapter of one more platform is made of. It implements `Adapter` and `Channel` of the ports,
 * whose comments are promises, and tells an `Inbox` what it hears. A `Platform` is all that the house has to know of it.
 */
export { cut } from '../lib/cut.ts'
export { AppError } from '../lib/errors.ts'
export { type Language, languageOf } from '../lib/language.ts'
export type * from '../model/command.ts'
export { commandGroups, commandTable, groupedName } from '../model/commands.ts'
export type * from '../model/message.ts'
export type * from '../model/view.ts'
export type * from '../ports/budget.ts'
export * from '../ports/channel.ts'
export type * from '../ports/claims.ts'
export * from '../ports/command-line.ts'
export type * from '../ports/installations.ts'
export type * from '../ports/log.ts'
export type * from '../ports/notes.ts'
export type * from '../ports/platform.ts'
export type * from '../ports/route.ts'
export type * from '../ports/secrets.ts'
export * from '../ports/setup.ts'
