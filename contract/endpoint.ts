import { z } from 'zod'
import { Id } from './id.ts'
import { locales } from './locale.ts'
import type { Permission } from './permissions.ts'
import { Version } from './version.ts'

/**
 * One HTTP endpoint, written once: the server serves it, the browser calls it, OpenAPI describes it.
 * `access` is required, so a route outside the permission table does not compile.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  path: `/api/${string}` | `/content/v1/${string}`
  /** One sentence for the API page. */
  summary: string
  /** `public`: anyone. `signed-in`: any active account. Else a row of the permission table. */
  access: 'public' | 'signed-in' | Permission
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** Leave out for 204. */
  reply?: z.ZodType
  /** The media type of the reply, where it is not JSON. */
  produces?: `image/${string}` | 'text/csv' | 'text/html' | 'text/event-stream' | 'application/octet-stream'
  /** A call that is sent again with the same `Idempotency-Key` makes no second item. */
  oncePerKey?: true
  /**
   * May work for minutes. With `Prefer: respond-async` (RFC 7240) it is answered 202 after some seconds and goes on: `Location` leads to
   * its answer.
   */
  respondsAsync?: true
  /** Success status; 200 unless said otherwise. 302: leads to another address. */
  status?: 200 | 201 | 202 | 204 | 302
}

/** Keeps the literal types, so both sides infer from the same line. */
export const endpoint = <const E extends Endpoint>(e: E): E => e

/** The status of success. */
export const statusOf = ({ status, reply, produces }: Endpoint): number => status ?? (reply || produces ? 200 : 204)

/** What the caller writes (before defaults apply). */
export type Request<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as E[K] extends z.ZodType ? K : never]: E[K] extends z.ZodType
    ? z.input<E[K]>
    : never
}
/** What the caller gets: the text of a CSV file, `undefined` for 204. */
export type Reply<E extends Endpoint> = E['reply'] extends z.ZodType
  ? z.output<E['reply']>
  : E extends { produces: 'text/csv' }
    ? string
    : undefined

/** The `:id` of every entity route. */
export const ById = z.strictObject({ id: Id })

/** The body of an action on a versioned entity. */
export const VersionOnly = z.strictObject({ version: Version })

/** The language of the headings and words of a file: that of the console. */
export const Language = z.enum(locales).default('en')
