import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { v7 as uuidv7, validate, version } from 'uuid'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { uniqueViolation } from '../db/errors.ts'
import type { Actor } from './actor.ts'
import { invalidField, ProblemError } from './problem-error.ts'
import { serve, type Limits } from './serve.ts'

type CreateEndpoint = Endpoint & { method: 'POST'; reply: z.ZodType; oncePerKey: true }
type Given<T> = T extends z.ZodType ? z.output<T> : undefined
type Create<E extends CreateEndpoint> = {
  /** Makes the item under this id. */
  create: (actor: Actor, body: Given<E['body']>, id: string, params: Given<E['params']>) => Promise<z.input<E['reply']>>
  /** @throws ProblemError not_found where it is not there, or no longer */
  view: (actor: Actor, id: string) => Promise<z.input<E['reply']>>
}

/**
 * As `serve`, for what makes a new item. A call whose answer was lost may be sent again with the same `Idempotency-Key`, a
 * UUID of version 7: there is one item, and it is answered as it is now.
 */
export function serveCreate<E extends CreateEndpoint>(
  app: FastifyInstance,
  e: E,
  { create, view }: Create<E>,
  limits: Limits = {},
) {
  serve(
    app,
    e,
    (async ({ actor, body, params, request }: Asked<E>) => {
      const key = keyOf(request)
      const make = (id: string) => create(actor, body, id, params)
      if (key === undefined) return make(uuidv7())
      const id = idOf(key, actor, addressOf(e, params))
      const known = () => unlessGone(view(actor, id))
      try {
        return (await known()) ?? (await make(id))
      } catch (error) {
        // The other call may have been faster, and have taken the name.
        const made = await known()
        if (made) return made
        // It was made and is gone since.
        if (uniqueViolation(error)?.endsWith('_pkey')) return make(uuidv7())
        throw error
      }
    }) as never,
    limits,
  )
}

type Asked<E extends CreateEndpoint> = {
  actor: Actor
  body: Given<E['body']>
  params: Given<E['params']>
  request: FastifyRequest
}

const addressOf = ({ path }: Endpoint, params: object | undefined): string =>
  Object.entries(params ?? {}).reduce(
    (address, [name, value]) => address.replace(`:${name}`, String(value)),
    path as string,
  )

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && validate(key) && version(key) === 7) return key.toLowerCase()
  throw invalidField('Idempotency-Key', 'invalid_format', 'must be a UUID of version 7')
}

/** The id that follows from a key: whoever calls can repeat it, but not choose it. */
function idOf(key: string, actor: Actor, path: string): string {
  const random = createHash('sha256').update(`${actor.id} ${path} ${key}`).digest().subarray(0, 16)
  const msecs = parseInt(key.replaceAll('-', '').slice(0, 12), 16)
  return uuidv7({ msecs, random, seq: random.readUInt32BE(0) })
}

const unlessGone = async <T>(answer: Promise<T>): Promise<T | undefined> => {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'not_found') return undefined
    throw error
  }
}
