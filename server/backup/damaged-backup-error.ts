/** The file is not a whole and unchanged backup; the message is a sentence for the person who restores it. */
export class DamagedBackupError extends Error {
  override readonly name = 'DamagedBackupError'
}
