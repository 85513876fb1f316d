import { hash, verify } from '@node-rs/argon2'
import { ProblemError } from '../../http/problem-error.ts'

// argon2id, 19 MiB, two passes, one lane (OWASP).
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_ONCE = 3
const MAY_WAIT = 100

/** A hash of nothing anyone knows: an account that does not exist costs what one that exists costs. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$F7Mq8xTIqFSOHiQUNAsGow$IQ2UWQ6YzcrRi/jQUYN69tY7CJ1mZTGu8t4Xk+Pp4jk'

let running = 0
const waiting: (() => void)[] = []

async function withHashSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAY_WAIT) throw new ProblemError('busy', { retryAfter: 5 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running++
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** @throws ProblemError busy when a hundred others wait already */
export const hashPassword = (password: string): Promise<string> => withHashSlot(() => hash(password, OPTIONS))

/** Takes the same time whether there is a hash or not. */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  const matches = await withHashSlot(() => verify(stored ?? NOBODY, password))
  return matches && Boolean(stored)
}
