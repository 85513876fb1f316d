import { sql } from 'kysely'

/**
 * No person changed or published `article`: each of its versions was made by an import, the trash, a restore from there or the
 * job that publishes on time. A version without an entry in the history counts as changed, and so does an earlier version that
 * was chosen from there: its entry, too, says `restore`, but does not follow one of the trash.
 */
export const isUntouched = sql<boolean>`article.version = (select count(*) from article_revision as entry
  left join article_revision as former on former.article_id = entry.article_id and former.version = entry.version - 1
  where entry.article_id = article.id and (entry.reason in ('import', 'trash')
    or entry.reason = 'restore' and former.reason = 'trash'
    or entry.reason = 'publish' and entry.created_by is null))`
