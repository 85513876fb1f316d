/** The machine cannot run our own PostgreSQL. The message is for the person at the terminal, and names the way out. */
export class CannotEmbed extends Error {
  constructor(reason: string) {
    super(
      `${reason}\nSet DATABASE_URL to a PostgreSQL you run, as in DATABASE_URL=postgres://user:password@host/copydesk`,
    )
    this.name = 'CannotEmbed'
  }
}
