import type { Component } from '../../../stand-ins/discord/view.ts'
import type { Workspace } from './state.ts'

export interface Option {
  value: string
  label: string
  description?: string
  default?: boolean
}

type Names = Pick<Workspace, 'users' | 'roles' | 'channels'>

/** What can be chosen in a select: its own options, or the people, roles or channels there are. */
export function optionsOf(component: Component, names: Names): Option[] {
  switch (component.type) {
    case 5:
      return people(names)
    case 6:
      return roles(names)
    case 7:
      return [...people(names), ...roles(names)]
    case 8:
      return places(names)
    default:
      return Array.isArray(component['options']) ? (component['options'] as Option[]) : []
  }
}

const people = ({ users }: Names): Option[] =>
  users.map(({ id, name, username }) => ({ value: id, label: name, description: username }))

const roles = (names: Names): Option[] => names.roles.map(({ id, name }) => ({ value: id, label: name }))

const places = ({ channels }: Names): Option[] =>
  channels.filter(({ kind }) => kind !== 'dm').map(({ id, name }) => ({ value: id, label: `#${name}` }))
