import { z } from 'zod'
import { runProgress } from './background-run.ts'
import { Id } from './id.ts'
import { ById, endpoint } from './endpoint.ts'
import { Flag } from './list-filter.ts'
import { problemCodes } from './problems.ts'

/** How long a step can be undone: as long as the trash keeps what was deleted. */
export const UNDO_DAYS = 30
/** A step of more items is undone by a job, where that is asked for. */
export const UNDO_AT_ONCE_MAX = 100
/** How many items that were left alone a reply names at most. */
export const LEFT_NAMED_MOST = 100

/** What the reply of an undoable action carries: `POST /api/undo/:id` undoes the action, until this time. */
export const UndoPointer = z.object({ id: Id, until: z.iso.datetime() })
export type UndoPointer = z.output<typeof UndoPointer>

export const UndoReport = z.object({
  /** How many items are as they were before the action. */
  restored: z.int(),
  /** How many items were left alone, because something changed them after the action. */
  skipped: z.int(),
  /** The first of the skipped ones. `title` is empty where the person may not read the item any more. */
  left: z.array(z.object({ id: Id, title: z.string(), code: z.enum(problemCodes) })),
  /** A step of many items, asked for with `background`: a job undoes it, and `GET /api/undo/:id/progress` tells how far it is. */
  inBackground: z.literal(true).optional(),
})
export type UndoReport = z.output<typeof UndoReport>

/** How far the undo of many items is. */
export const UndoProgress = z.object({
  ...runProgress,
  /** So far. */
  report: UndoReport,
  /** `stop`: it is under way, and in parts. What is undone as a whole has no middle. */
  can: z.object({ stop: z.boolean() }),
})
export type UndoProgress = z.output<typeof UndoProgress>

/** How many steps are asked about at once. */
const CLOSED_MOST = 100
const ClosedQuery = z.strictObject({
  ids: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(Id).min(1).max(CLOSED_MOST)),
})

/**
 * `background`: a job may undo a step of many items, after the reply; also one of someone else that the trash lists. Without it the
 * reply comes when all of it is undone.
 */
const RunQuery = z.strictObject({ background: Flag.optional() })

export const undoEndpoints = {
  closed: endpoint({
    method: 'GET',
    path: '/api/undo',
    summary:
      'Which of these actions can no longer be undone by the person who asks: not for a single one of their items',
    access: 'signed-in',
    query: ClosedQuery,
    reply: z.object({ closed: z.array(Id) }),
  }),
  run: endpoint({
    method: 'POST',
    path: '/api/undo/:id',
    summary:
      'Undo an action: once, within thirty days, by the person who did it. What was changed since is left alone and named',
    access: 'signed-in',
    respondsAsync: true,
    params: ById,
    query: RunQuery,
    reply: UndoReport,
  }),
  progress: endpoint({
    method: 'GET',
    path: '/api/undo/:id/progress',
    summary: 'How far the undo of many items is that the person who asks began, or how it ended',
    access: 'signed-in',
    params: ById,
    reply: UndoProgress,
  }),
  stop: endpoint({
    method: 'POST',
    path: '/api/undo/:id/stop',
    summary:
      'Stop the undo of many items that the person who asks began; what is back by then stays, and the rest can be undone later',
    access: 'signed-in',
    params: ById,
    reply: UndoProgress,
  }),
}
