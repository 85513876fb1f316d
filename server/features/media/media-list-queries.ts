import { sql, type Selectable, type SelectQueryBuilder, type RawBuilder, type SqlBool } from 'kysely'
import { RELEVANCE } from '#contract/list.ts'
import type { MediaListQuery } from '#contract/media.ts'
import type { Db } from '../../db/database.ts'
import { filterCondition, type FilterConditions } from '../../db/list-filter.ts'
import { listPage } from '../../db/list-page.ts'
import type { Order } from '../../db/list-rows.ts'
import { matchScore, rankedByName } from '../../db/match-score.ts'
import { contains, isScanned } from '../../db/substring-search.ts'
import type { Tables } from '../../db/tables.ts'
import { pendingUses, usesCondition, usesKey, type PendingUses } from '../../db/use-counts.ts'
import type { Asker } from './media-rules.ts'
import { mediaByIds } from './media-view-queries.ts'

const keys = {
  createdAt: sql`created_at`,
  name: sql`lower(name)`,
  bytes: sql`bytes`,
  similar: sql`perceptual_hash_id`,
}

/** More matches of a text are read along the order of the list. */
const SORTED_MOST = 60_000

/** One page of the library, or of what the asker may take out of its trash. */
export async function listMedia(db: Db, query: MediaListQuery, asker: Asker, read = listPage) {
  const { q, ...filtered } = query
  const sort = query.sort === RELEVANCE ? '-createdAt' : query.sort
  const pending = await pendingUses(db, 'media')
  const field = sort.replace(/^-/, '') as keyof typeof keys | 'uses'
  const key: Pick<Order, 'by' | 'exactly'> = field === 'uses' ? usesKey('media', pending) : { by: keys[field] }
  const { by } = key
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const listed = sql`deleted_at is ${sql.raw(query.trashed ? 'not null' : 'null')}`
  const towards = sql.raw(direction)
  const hints = {
    needsScan: Boolean(q) && isScanned(q!),
    // Pictures with the same beginning of a name are often of one time: where the newest have none, those of a text are sorted.
    ...(q && {
      alternateSource: {
        matching: collected(),
        few: (enough: number) => collected(enough),
        most: SORTED_MOST,
        byIndex: true,
      },
    }),
    // No index has matches of a text, or duplicates, in the order of the list.
    ...((query.q || query.duplicates !== undefined) && {
      indexScan: (most: number) =>
        fitting(
          fromRows(
            db,
            sql`select *, ${by} as sort_key from media where ${listed} order by ${by} ${towards}, id ${towards} limit ${most}`,
          ),
          query,
          asker,
          pending,
        ),
    }),
    sampled: {
      table: 'media',
      ignoreEstimate: true,
      among: (percent: number) =>
        fitting(
          fromRows(db, sql`select * from media tablesample system (${percent}) repeatable (1)`),
          query,
          asker,
          pending,
        ),
    },
  }
  const matching = fitting(db.selectFrom('media'), query, asker, pending)
  const order = { ...key, direction } as const
  const ranked =
    q && query.sort === RELEVANCE
      ? rankedByName(db, fitting(db.selectFrom('media'), filtered, asker, pending), keys.name, q, order, {
          score: mediaScore(q),
        })
      : undefined
  return read(db, matching, order, query, (ids) => mediaByIds(db, ids, asker), { ...hints, ...ranked })

  /** With their key, which is exact where they are few; found before any of them is put in order. */
  function collected(most?: number) {
    const sortKey = most === undefined ? by : (key.exactly ?? by)
    const all = fitting(db.selectFrom('media'), query, asker, pending).select(sql`${sortKey}`.as('sort_key'))
    const rows = most === undefined ? all.modifyEnd(sql`offset 0`) : all.limit(most)
    return db.selectFrom(rows.as('media')).select(['media.id', 'media.sort_key'])
  }
}

/** Its file's name or its alternative text, whichever fits better. */
const mediaScore = (typed: string) =>
  sql<number>`greatest(${matchScore(keys.name, typed)}, ${matchScore(sql`lower(alt)`, typed)})`

const fromRows = (db: Db, rows: RawBuilder<unknown>) =>
  db.selectFrom(sql<Selectable<Tables['media']>>`(${rows})`.as('media'))

function fitting(
  from: SelectQueryBuilder<Tables, 'media', object>,
  query: MediaListQuery,
  asker: Asker,
  pending: PendingUses,
) {
  const { q } = query
  const rows = from
    .select('id')
    .where(filterCondition({ ...query, trashed: query.trashed ?? false }, filters, { asker, pending }))
  return q ? rows.where(contains(sql`lower(name || ' ' || alt || ' ' || caption)`, q)) : rows
}

const filters: FilterConditions<MediaListQuery, { asker: Asker; pending: PendingUses }> = {
  trashed: (trashed, { asker }) => {
    if (!trashed) return sql`deleted_at is null`
    if (asker.scope === 'all') return sql`deleted_at is not null`
    return asker.scope === 'own' ? sql`(deleted_at is not null and created_by = ${asker.id})` : sql`false`
  },
  type: (type) => sql`type = ${type}`,
  missingAlt: (missing) => (missing ? sql`alt = ''` : sql`alt <> ''`),
  unused: (unused, { pending }) =>
    usesCondition(pending, unused ? sql`uses = 0` : sql`uses > 0`, (uses) => (unused ? uses === 0 : uses > 0)),
  duplicates: (wanted) => {
    const shared = sql<SqlBool>`exists (select from perceptual_hash where perceptual_hash.id = perceptual_hash_id and pictures > 1)`
    return wanted ? shared : sql`not ${shared}`
  },
  likeOf: (id) =>
    sql`(id = ${id} or perceptual_hash_id = (select perceptual_hash_id from media as given where given.id = ${id}))`,
  uploader: (uploader) => sql`created_by = ${uploader}`,
}
