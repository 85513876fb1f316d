import type { ImportReason } from '#contract/import-reasons.ts'
import type { Actor } from '../../http/actor.ts'
import type { Services } from '../../services.ts'

/** Ids here by ids of the export. */
export type Replacements = Map<string, string>

export type Target = {
  services: Services
  actor: Actor
  replacements: Replacements
  /** Does this, or, where it is refused, nothing of it. @throws ProblemError of the refusal */
  attempt: <Result>(act: () => Promise<Result>) => Promise<Result>
  /** A picture of the export. */
  readFile: (file: string, sha256: string) => Promise<Buffer>
}
export type Made = { outcome: 'created' | 'merged'; reasons: ImportReason[]; id: string }

/** What it is here; null where it did not come over. */
export const replaced = ({ replacements }: Target, id: string | null | undefined): string | null =>
  (id && replacements.get(id)) ?? null

/** The same for many; those that did not come over are left out. */
export const replacedAll = (target: Target, ids: readonly string[] = []): string[] => [
  ...new Set(ids.flatMap((id) => replaced(target, id) ?? [])),
]

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Texts name pictures and albums by id. */
export const replacedIn = ({ replacements }: Target, html: string): string =>
  html.replaceAll(UUID, (id) => replacements.get(id) ?? id)
