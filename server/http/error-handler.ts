import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { faultOf } from '#contract/field-faults.ts'
import { problems, type Problem, type ProblemField } from '#contract/problems.ts'
import {
  isDatabaseAway,
  isDatabaseFull,
  isDatabaseUnavailable,
  isOutOfDescriptors,
  isOutOfRange,
  isUnstorableText,
} from '../db/errors.ts'
import { lingeringClose } from './lingering-close.ts'
import { ProblemError } from './problem-error.ts'

/** Every failure of every route leaves through here, as `application/problem+json`. */
export function handleErrors(app: FastifyInstance) {
  const linger = lingeringClose(app)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    send(request, reply, toProblem(error, request))
    if (reply.getHeader('connection') === 'close') linger(request)
  })
  app.setNotFoundHandler((request, reply) => send(request, reply, new ProblemError('not_found')))
}

/** For an address that cannot be read at all: no route and no hook sees such a request. */
export const refuseUnreadable =
  (headers: Record<string, string>) =>
  (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers({ ...headers, 'cache-control': 'no-store' })
    send(request, reply, new ProblemError('invalid_input', { detail: 'The address cannot be read' }))
  }

/** What a failure is answered with. */
export const problemOf = (error: unknown, request: FastifyRequest): Problem =>
  problemFrom(toProblem(error as FastifyError, request), request)

function problemFrom({ code, details }: ProblemError, request: FastifyRequest): Problem {
  const [status, title] = problems[code]
  return { type: `urn:copydesk:problem:${code}`, title, status, code, requestId: request.id, ...details }
}

function send(request: FastifyRequest, reply: FastifyReply, error: ProblemError) {
  const problem = problemFrom(error, request)
  const { status } = problem
  const { details } = error
  if (details.retryAfter !== undefined) reply.header('retry-after', details.retryAfter)
  // A half-read body would otherwise be taken for the next request on this connection.
  if (status === 413 || status === 507 || status === 503) reply.header('connection', 'close')
  return reply.code(status).type('application/problem+json').send(JSON.stringify(problem))
}

function toProblem(error: FastifyError, request: FastifyRequest): ProblemError {
  if (error instanceof ProblemError) return error
  if (hasZodFastifySchemaValidationErrors(error))
    return new ProblemError('invalid_input', { fields: fieldsOf(error.validation) })
  if (isUnstorableText(error))
    return new ProblemError('invalid_input', { detail: 'The text contains characters that cannot be stored' })
  if (isOutOfRange(error)) return new ProblemError('invalid_input', { detail: 'A number is out of range' })
  if (isDatabaseFull(error)) return new ProblemError('storage_full')
  if (isDatabaseUnavailable(error)) {
    request.log.warn({ err: error }, 'database unavailable')
    return new ProblemError('busy', { retryAfter: 2, ...(isDatabaseAway(error) && { reasons: ['database_away'] }) })
  }
  if (error.code === 'STORAGE_UNAVAILABLE') {
    request.log.warn({ err: error }, 'storage unavailable')
    return new ProblemError('busy', { retryAfter: 5, reasons: ['storage_away'] })
  }
  if (isOutOfDescriptors(error)) {
    request.log.warn({ err: error }, 'out of file descriptors')
    return new ProblemError('busy', { retryAfter: 5 })
  }
  const status = error.statusCode ?? 500
  if (status === 503) return new ProblemError('busy', { retryAfter: 5 })
  if (status === 413) return new ProblemError('too_large')
  if (status === 415) return new ProblemError('unsupported_media_type')
  if (status >= 400 && status < 500) return new ProblemError('invalid_input', { detail: error.message })
  request.log.error({ err: error }, 'unexpected error')
  return new ProblemError('unexpected')
}

type ZodSchemaIssue = { instancePath?: string; keyword?: string; message?: string; params?: Record<string, unknown> }

/** What is wrong with which field. zod says an unknown key at its parent; people want the key itself named. */
export function fieldsOf(issues: readonly ZodSchemaIssue[]): ProblemField[] {
  return issues.flatMap((issue) => {
    const path = (issue.instancePath ?? '').split('/').filter(Boolean).join('.')
    const keys = issue.params?.['keys']
    const code = issue.keyword ?? 'invalid'
    const message = issue.message ?? 'is not valid'
    if (Array.isArray(keys))
      return keys.map((key) => ({ path: path ? `${path}.${key}` : String(key), code, message: 'unknown field' }))
    return [{ path, message, ...faultOf({ ...issue.params, code, message }) }]
  })
}
