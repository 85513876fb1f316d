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
/** The connection broke, so nothing is known of its last statement; on another connection the next one may succeed. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error)
  if (/^(08...|57P01|57P02)$/.test(code)) return true
  if (['ECONNRESET', 'EPIPE'].includes(code)) return true
  return error instanceof Error && error.message.startsWith('Connection terminated')
}

/** A connection that was silent before it broke has used up the time in which an answer is due. */
const RETRY_WITHIN_MS = 500

/** A read that is tried once more where its connection soon broke, as when PostgreSQL or a pooler in front of it was restarted. */
export async function retryRead<T>(read: () => Promise<T>): Promise<T> {
  const began = performance.now()
  try {
    return await read()
  } catch (error) {
    if (!isConnectionLost(error) || performance.now() - began > RETRY_WITHIN_MS) throw error
    return read()
  }
}

/** A statement was ended because it took longer than it may, for itself or waiting for a lock. */
export const isStatementTimeout = (error: unknown): boolean => /^(57014|55P03)$/.test(codeOf(error))

/** PostgreSQL cannot be reached, or is just starting or stopping. False where it may be load, as when no connection was free in time. */
export function isDatabaseAway(error: unknown): boolean {
  if (/^(57014|53300|55P03|40001|40P01|EMFILE|ENFILE)$/.test(codeOf(error))) return false
  return isDatabaseUnavailable(error) && !/timeout exceeded/.test((error as Error).message)
}

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
