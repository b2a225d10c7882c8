export interface Bound {
  place: string
  mode: string
  by: string | undefined
  since: string | undefined
}
