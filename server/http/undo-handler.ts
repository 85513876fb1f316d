import type { Kysely } from 'kysely'
import type { Permission } from '#contract/permissions.ts'
import type { ProblemCode } from '#contract/problems.ts'
import type { UndoReport } from '#contract/undo.ts'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import type { WhileExclusive } from '../db/taxonomy-lock.ts'
import type { UndoStep } from '../db/undo-log.ts'
import type { Actor } from './actor.ts'

/**
 * `db`: for `afterCommit`; all else runs in `trx`. `only`: from the trash, the entity that must come back; others of the step
 * may stay where they are.
 */
export type UndoRun = {
  db: Kysely<Tables>
  trx: Db
  actor: Actor
  step: UndoStep
  whileExclusive: WhileExclusive
  only?: string
}

export type UndoResult = UndoReport & {
  /** Whether anything at all was changed; if not, the step is kept. */
  changed: boolean
  /** The handler has shortened the step to what could not come back; it is kept. */
  keepsStep?: boolean
  /** Brings up to date what is derived from the items, once the undo is committed. */
  afterCommit?: () => Promise<void>
}

/** A part of a step: `last` is the item that the next part begins after, null after the last part. */
export type UndoPart = UndoReport & { last: string | null }

/** How a noun undoes its steps. */
export type UndoHandler = {
  /** What a person needs to undo this action; each row is checked once more in `restore`. */
  permission: (action: string) => Permission
  /** Its items are what articles point at: others save articles only while no rows are being locked. */
  locksTaxonomy?: true
  /** The problem code for a violated unique index. */
  problemOf?: (index: string) => ProblemCode | undefined
  /**
   * Restores the items of a locked step that are still as the step left them.
   * @throws ProblemError when the step as a whole cannot be undone
   */
  restore: (run: UndoRun) => Promise<UndoResult>
  /**
   * For steps of many items: restores some of them, in a short transaction of their own, and takes what came back out of the step.
   * @param after the item that the last part ended with; null in the first part
   */
  restorePart?: (run: Omit<UndoRun, 'whileExclusive' | 'only'>, after: string | null) => Promise<UndoPart>
}
