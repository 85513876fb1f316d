const OTHER_DATABASE =
  'Set DATABASE_URL to a PostgreSQL you run, as in DATABASE_URL=postgres://user:password@host/copydesk'

/** The machine cannot run our own PostgreSQL. The message is for the person at the terminal, and names the way out. */
export class CannotEmbed extends Error {
  constructor(reason: string) {
    const isFull = /No space left on device/.test(reason)
    super(`${reason}\n${isFull ? 'Make room on that disk.' : OTHER_DATABASE}`)
    this.name = 'CannotEmbed'
  }
}
