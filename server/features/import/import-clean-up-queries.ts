import { sql } from 'kysely'
import type { ImportCleanUp } from '#contract/import.ts'
import type { Db } from '../../db/database.ts'
import { undoExpiry } from '../../db/undo-log.ts'

type Row = { id: string | null; version: number; deleted: boolean; isPublic: boolean; changed: boolean }

/** An entry of another kind in the history of an article was made by a person, or by its publication. */
const ownReasons = ['import', 'trash', 'restore']

/** The articles that a run created, as they are now; `id` is null for what was deleted permanently. */
async function createdArticles(db: Db, run: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select article.id, article.version, article.deleted_at is not null as deleted,
      article_live.article_id is not null as "isPublic",
      exists (select from article_revision as entry
        where entry.article_id = article.id and entry.reason <> all(${ownReasons}::text[])) as changed
    from import_item as item join import_run as run on run.id = item.run_id and not run.dry_run
      left join article on article.id = item.article_id
      left join article_live on article_live.article_id = article.id
    where item.run_id = ${run} and item.outcome = 'created' and item.kind in ('post', 'page')
    order by item.position`.execute(db)
  return rows
}

/** Those of them that can go: not in the trash, not changed and not published since by a person. */
export async function untouchedArticles(db: Db, run: string): Promise<{ id: string; version: number }[]> {
  return (await createdArticles(db, run)).flatMap(({ id, version, deleted, changed }) =>
    id !== null && !deleted && !changed ? [{ id, version }] : [],
  )
}

/** What cleaning up would do now, and what the last time did, if this person can still undo it. */
export async function findCleanUp(db: Db, run: string, person: string): Promise<ImportCleanUp> {
  const rows = await createdArticles(db, run)
  const here = rows.filter(({ id, deleted }) => id !== null && !deleted)
  const untouched = here.filter(({ changed }) => !changed)
  const { rows: steps } = await sql<NonNullable<ImportCleanUp['undo']>>`
    select step.id, to_char((step.created_at + interval '30 days') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as until
    from import_run join undo_step as step on step.id = import_run.clean_up
    where import_run.id = ${run} and step.created_by = ${person} and step.created_at > ${undoExpiry}`.execute(db)
  return {
    articles: untouched.length,
    published: untouched.filter(({ isPublic }) => isPublic).length,
    changed: here.length - untouched.length,
    gone: rows.length - here.length,
    undo: steps[0] ?? null,
  }
}
