/** The file is not a whole and unchanged backup; the message is a sentence for the person who restores it. */
export class DamagedBackupError extends Error {
  override readonly name = 'DamagedBackupError'
}

/** What was restored of a table is not what the backup says of it. */
export class OtherRowsError extends Error {
  override readonly name = 'OtherRowsError'
  readonly table: string
  constructor(table: string) {
    super(`${table} does not have the rows of the backup. Nothing was restored.`)
    this.table = table
  }
}
