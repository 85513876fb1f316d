import { allows, scopeOf, type Permission, type Role, type Scope } from '#contract/permissions.ts'
import { ProblemError } from './problem-error.ts'

/** Who acts: the signed-in person as every command and query sees them. */
export type Actor = { id: string; name: string; role: Role; sessionId: string; ip: string }

type SessionLack = 'second_step_required'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by session.ts from the Authorization header; null when not signed in. */
    actor: Actor | null
    /** Why the session of the Authorization header is no longer enough; null when it is, or when there is none. */
    sessionLacks: SessionLack | null
  }
}

/** Whether the actor has the permission in any reach. */
export const may = (actor: Actor, permission: Permission): boolean => allows(actor.role, permission)

/** The reach of a permission for this actor. */
export const reach = (actor: Actor, permission: Permission): Scope => scopeOf(actor.role, permission)

/** @throws ProblemError not_signed_in, with what the session lacks, or forbidden */
export function requirePermission(
  { actor, sessionLacks }: { actor: Actor | null; sessionLacks: SessionLack | null },
  access: 'public' | 'signed-in' | Permission,
): void {
  if (access === 'public') return
  if (!actor) throw new ProblemError('not_signed_in', sessionLacks ? { reasons: [sessionLacks] } : {})
  if (access !== 'signed-in' && !may(actor, access)) throw new ProblemError('forbidden')
}
