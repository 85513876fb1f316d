import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { beginRun, completeRun, performRun } from './hand-over-run-commands.ts'
import type { HandOver } from './receiver-commands.ts'
import { findUser } from './user-queries.ts'

/**
 * Gives what one account owns to another: all of it or, when the receiver may not own it, nothing. What the
 * database could not move in time is left and counted; another hand-over moves it. It is moved in short transactions, so
 * that no one who is editing meanwhile has to wait; a job completes it when the process ends early. Versions stay as they are.
 * @throws ProblemError not_found; invalid_input at `to` or `kinds` where the other account cannot own it
 */
export async function handOver({ db }: Pick<Services, 'db'>, actor: Actor, from: string, given: HandOver) {
  const user = await findUser(db, from)
  if (!user) throw new ProblemError('not_found')
  const { undo, run } = await beginRun({ db }, actor, from, given, user.name)
  const { counts, left } = await performRun(db, run)
  return { counts, left, undo: (await completeRun(db, actor, run, counts)) ? undo : null }
}
