/** What went wrong, for the person at the terminal: the error's own sentence, and what caused it. */
export function errorSentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, message, cause } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return /no room/i.test(message) ? message : `No room is left: ${message}`
  return cause instanceof Error ? `${message}: ${reasonOf(cause)}` : message || reasonOf(error)
}

/** Several addresses that all failed make an error without a message. */
function reasonOf({ message, ...error }: Error & { code?: string }): string {
  return message || (error.code ?? 'unknown')
}
