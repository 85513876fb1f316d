import type { PersonRef } from '#contract/list.ts'
import { problems, type Problem, type ProblemCode } from '#contract/problems.ts'

/** What may go with a problem beside its code: see `Problem` in the contract. */
export type ProblemDetails = Partial<
  Pick<Problem, 'detail' | 'fields' | 'current' | 'changedBy' | 'reasons' | 'retryAfter'>
>

/** Thrown anywhere below a route; turned into a reply in exactly one place (error-handler.ts). */
export class ProblemError extends Error {
  readonly code: ProblemCode
  readonly details: ProblemDetails
  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    super(details.detail ?? problems[code][1])
    this.name = 'ProblemError'
    this.code = code
    this.details = details
  }
}

/** Someone was faster: with the entity as it is now, and who changed it. */
export const staleVersion = (current: { updatedBy: PersonRef | null }) =>
  new ProblemError('stale_version', { current, changedBy: current.updatedBy?.name ?? null })

/** Something else has this slug or name already. */
export const takenField = (path: 'slug' | 'name') =>
  new ProblemError(`${path}_taken`, { fields: [{ path, code: `${path}_taken`, message: 'is in use' }] })

/** One wrong field, named: the usual 400. `path` as in the body, e.g. `links.0.url`; `limit` of a rule that has a number. */
export const invalidField = (path: string, code: string, message: string, limit?: number) =>
  new ProblemError('invalid_input', {
    fields: [{ path, code, message, ...(limit !== undefined && { rule: code, limit }) }],
  })
