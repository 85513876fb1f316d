import { limitConcurrency } from './concurrency-limit.ts'

/**
 * Runs what may cost a whole statement time limit, on one connection, when a slot is free. Of the ten connections that
 * requests share, searches get seven, and those of one person four.
 * @throws ProblemError busy
 */
export const withSearchSlot = limitConcurrency({
  total: 7,
  perPerson: 4,
  waiting: 300,
  waitingPerPerson: 60,
  waitMs: 4000,
  retryAfter: 2,
})
