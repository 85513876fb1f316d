import type { ImportFault } from '#contract/import-reasons.ts'

/** The file is not what it should be. `isOther`: it is a file of another kind. */
export class MalformedFileError extends Error {
  override readonly name = 'MalformedFileError'
  readonly reason: string
  readonly fault: ImportFault
  readonly isOther: boolean
  constructor(reason: string, fault: ImportFault, isOther = false) {
    super(`Line ${fault.line}, column ${fault.column}: ${reason}`)
    this.reason = reason
    this.fault = fault
    this.isOther = isOther
  }
}
