const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** A unique index refused the row; `constraint` says which. */
export function uniqueViolation(error: unknown): string | undefined {
  if (codeOf(error) !== '23505') return undefined
  return String((error as { constraint?: string }).constraint)
}

/** A row that is referred to is not there (any more); `constraint` says which reference. */
export function foreignKeyViolation(error: unknown): string | undefined {
  if (codeOf(error) !== '23503') return undefined
  return String((error as { constraint?: string }).constraint)
}

/** NUL or a lone surrogate in a text. */
export const isUnstorableText = (error: unknown): boolean =>
  ['22021', '22P05'].includes(codeOf(error)) ||
  (codeOf(error) === '22P02' && /surrogate/i.test(String((error as { detail?: string }).detail)))

/** The lock was not free within `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03'

/** A number that its column cannot hold. */
export const isOutOfRange = (error: unknown): boolean => codeOf(error) === '22003'

export const isDatabaseFull = (error: unknown): boolean => ['53100', 'ENOSPC', 'EDQUOT'].includes(codeOf(error))

/** This process, or the machine, may open no more files and sockets. */
export const isOutOfDescriptors = (error: unknown): boolean => ['EMFILE', 'ENFILE'].includes(codeOf(error))

/** Worth trying again: no connection, connection lost, no free connection, statement time limit. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  if (/^(08...|57P0.|57014|53300|55P03|40001|40P01)$/.test(code)) return true
  if (
    ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EMFILE', 'ENFILE'].includes(code) &&
    (error as { syscall?: string }).syscall !== 'open'
  )
    return true
  return (
    error instanceof Error &&
    /timeout exceeded when trying to connect|Connection terminated|is not queryable/.test(error.message)
  )
}
