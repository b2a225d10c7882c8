/** What a person cannot do on the platform. `status` is the HTTP status of the page's request. */
export class Mistake extends Error {
  override readonly name = 'Mistake'
  readonly status: number

  constructor(message: string, status = 400) {
    super(message)
    this.status = status
  }
}
