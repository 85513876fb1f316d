import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql, type Kysely } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { lateReplyEndpoints } from '#contract/late-replies.ts'
import type { Tables } from '../db/tables.ts'
import { problemOf } from './error-handler.ts'
import { noteChange } from './read-source.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What goes on after its 202. */
    lateWork: Set<Promise<void>>
  }
}

/** Where the caller does not say how long to wait: proxies give up after thirty seconds at the earliest. */
const WAIT_SECONDS = 20
/** What is so late for one person goes on; more of it is waited for. */
const LATE_MOST = 4
const SEEN_EVERY_MS = 10_000
/** A process that has not said for so long that it works has ended, and what it did was rolled back. */
export const GONE_AFTER = sql`interval '60 seconds'`
const KEPT_FOR = sql`interval '1 day'`
/** When to ask again, in seconds. */
export const ASK_AGAIN = 2

type Outcome = { status: number; body: string | null }

/**
 * The answer of work that may take minutes; where the caller prefers that (`Prefer: respond-async, wait=20`, RFC 7240) 202 after some
 * seconds, and `lateReplyEndpoints.view` has the answer once it is there. The work goes on, also when the connection is lost.
 * @param writes the status and the body of its success
 */
export async function soonOrLate<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  working: Promise<T>,
  writes: (answer: T) => Outcome,
): Promise<T | FastifyReply> {
  const wait = preferredWait(request)
  const { actor, server } = request
  if (wait === undefined || !actor || (await isDone(working, wait * 1000))) return working
  const { db } = server.readSource
  const id = await begin(db, actor.id).catch(() => undefined)
  if (id === undefined) return working
  const recorded = record(db, request, id, working.then(writes))
  server.lateWork.add(recorded)
  void recorded.finally(() => server.lateWork.delete(recorded))
  const location = lateReplyEndpoints.view.path.replace(':id', id)
  return reply.code(202).headers({ location, 'preference-applied': 'respond-async', 'retry-after': ASK_AGAIN }).send()
}

/** @returns seconds; undefined where the caller wants to wait for the answer */
function preferredWait({ headers }: FastifyRequest): number | undefined {
  const asked = String(headers['prefer'] ?? '')
    .split(/[,;]/)
    .map((one) => one.trim().toLowerCase())
  if (!asked.includes('respond-async')) return undefined
  const wait = asked.find((one) => /^wait=\d{1,4}$/.test(one))
  return wait === undefined ? WAIT_SECONDS : Number(wait.slice('wait='.length))
}

/** Whether it is over, well or not, within this time. */
async function isDone(working: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), ms)))
  const done = working.then(
    () => true,
    () => true,
  )
  return Promise.race([done, limit]).finally(() => clearTimeout(timer))
}

/** @returns undefined where this person has as many already */
async function begin(db: Kysely<Tables>, userId: string): Promise<string | undefined> {
  await sql`delete from late_reply where began_at < now() - ${KEPT_FOR}`.execute(db)
  const { rows } = await sql<{
    id: string
  }>`insert into late_reply (id, user_id) select ${uuidv7()}::uuid, ${userId}::uuid
    where (select count(*) from late_reply
      where user_id = ${userId} and status is null and seen_at > now() - ${GONE_AFTER}) < ${LATE_MOST}
    returning id`.execute(db)
  return rows[0]?.id
}

async function record(db: Kysely<Tables>, request: FastifyRequest, id: string, work: Promise<Outcome>): Promise<void> {
  const note = (values: Partial<Outcome>) =>
    db
      .updateTable('lateReply')
      .set({ ...values, seenAt: sql<string>`now()` })
      .where('id', '=', id)
      .execute()
      .catch((error: unknown) => request.log.warn(error, 'a late reply was not noted'))
  const beat = setInterval(() => void note({}), SEEN_EVERY_MS)
  const outcome = await work.catch((error: unknown) => {
    const problem = problemOf(error, request)
    return { status: problem.status, body: JSON.stringify(problem) }
  })
  clearInterval(beat)
  await noteChange(request)
  await note(outcome)
}
