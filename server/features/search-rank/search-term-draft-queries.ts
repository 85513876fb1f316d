import { sql } from 'kysely'
import { type SearchTermDraft, TERM_DRAFTS_MAX } from '#contract/search-rank.ts'
import type { Db } from '../../db/database.ts'
import type { Viewer } from '../articles/article-rules.ts'
import { always, articleFacts, visible } from '../articles/article-visibility-queries.ts'

type Row = {
  key: string
  id: string
  title: string
  isPublished: boolean
  mayOpen: boolean
  startedBy: string | null
  startedName: string | null
  startedAt: string
}

/** The drafts that were started from these terms, by the key of the group that each term is counted in. */
export async function termDraftsOf(
  db: Db,
  viewer: Viewer,
  keys: readonly string[],
): Promise<(key: string) => SearchTermDraft[]> {
  const mayOpen = sql`exists (select from article where article.id = draft.article
    and ${visible(viewer, articleFacts(viewer), { working: always, live: always })})`
  const { rows } = await sql<Row>`
    with found as (
      select coalesce(rule.head, draft.key) as key, draft.article, coalesce(live.title, written.title) as title,
        live.article_id is not null as "isPublished", draft.started_by, draft.started_at,
        row_number() over (partition by coalesce(rule.head, draft.key) order by draft.started_at desc, draft.article desc) as n
      from search_term_draft as draft join article as written on written.id = draft.article and written.deleted_at is null
        left join article_live as live on live.article_id = draft.article
        left join search_rule as rule on rule.key = draft.key
      where draft.key = any(${keys}::text[])
        or draft.key in (select search_rule.key from search_rule where head = any(${keys}::text[]))
    )
    select key, article as id, title, "isPublished", ${mayOpen} as "mayOpen",
      person.id as "startedBy", person.name as "startedName", started_at as "startedAt"
    from found as draft left join user_account as person on person.id = draft.started_by
    where n <= ${TERM_DRAFTS_MAX} order by n`.execute(db)
  return (key) => rows.filter((row) => row.key === key).map(draftOf)
}

const draftOf = ({ id, title, isPublished, mayOpen, startedBy, startedName, startedAt }: Row): SearchTermDraft => ({
  article: mayOpen ? { id, title } : null,
  isPublished,
  startedBy: startedBy ? { id: startedBy, name: startedName ?? '' } : null,
  startedAt: new Date(startedAt).toISOString(),
})
