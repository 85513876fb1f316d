import { sql } from 'kysely'
import type { ImportReason } from '#contract/import-reasons.ts'
import { replaced, type Target } from './copydesk-import-target.ts'
import type { ExportKind, ExportLine } from './copydesk-lines.ts'
import { because } from './import-report.ts'

/** What was made here belongs to whom it belonged to, where that account is here. */
export async function keepOwner(target: Target, kind: ExportKind, line: ExportLine, id: string): Promise<void> {
  const owner = 'owner' in line ? replaced(target, line.owner) : null
  if (owner) await sql`update ${sql.table(kind)} set created_by = ${owner} where id = ${id}`.execute(target.services.db)
}

/** Old addresses lead here, too, unless something here has them. */
export async function keepRedirects(
  { services: { db } }: Target,
  kind: ExportKind,
  line: ExportLine,
  id: string,
): Promise<ImportReason[]> {
  const taken: ImportReason[] = []
  for (const path of 'redirects' in line ? line.redirects : []) {
    await sql`insert into redirect (path, entity_type, entity_id) select ${path}, ${kind}, ${id}
      where not exists (select from article_live where '/' || slug = ${path}) on conflict (path) do nothing`.execute(db)
    const there = await db.selectFrom('redirect').select('entityId').where('path', '=', path).executeTakeFirst()
    if (there?.entityId !== id) taken.push(because('address_taken', { path }))
  }
  return taken
}
