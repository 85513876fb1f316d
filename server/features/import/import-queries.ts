import { importFormats, type ImportItem, type ImportRun, type importEndpoints } from '#contract/import.ts'
import { importFailures, ImportFault } from '#contract/import-reasons.ts'
import { problemCodes } from '#contract/problems.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

const MOST_RUNS = 100
export const ITEMS_PER_PAGE = 100

const runs = (db: Db) =>
  db
    .selectFrom('importRun')
    .leftJoin('userAccount', 'userAccount.id', 'importRun.createdBy')
    .innerJoin('importRun as upload', (join) =>
      join.on(sql<boolean>`upload.id = coalesce(import_run.file_of, import_run.id)`),
    )
    .selectAll('importRun')
    .select('userAccount.name as creatorName')
    .select(
      sql<string | null>`case when import_run.status in ('done', 'failed') and upload.file_until > now()
        then upload.file_until end`.as('fileKeptUntil'),
    )
    .select(
      sql<string | null>`case when import_run.dry_run then (select id from import_run as later
        where later.file_of = upload.id and not later.dry_run and later.status <> 'failed'
        order by later.created_at desc limit 1) end`.as('importedBy'),
    )

type Row = Awaited<ReturnType<ReturnType<typeof runs>['executeTakeFirstOrThrow']>>

const toRun = ({
  creatorName,
  createdBy,
  failure,
  fault,
  problem,
  source,
  siteUrl: _address,
  fileOf: _of,
  fileUntil: _until,
  cleanUp: _cleanUp,
  ...row
}: Row): ImportRun => ({
  ...row,
  source: importFormats.find((format) => format === source) ?? 'wordpress',
  failure: importFailures.find((code) => code === failure) ?? null,
  fault: ImportFault.safeParse(fault).data ?? null,
  problem: problemCodes.find((code) => code === problem) ?? null,
  createdBy: createdBy ? { id: createdBy, name: creatorName ?? '' } : null,
})

export async function listImports(db: Db): Promise<ImportRun[]> {
  const rows = await runs(db)
    .orderBy('importRun.createdAt', 'desc')
    .orderBy('importRun.id', 'desc')
    .limit(MOST_RUNS)
    .execute()
  return rows.map(toRun)
}

export async function findImport(db: Db, id: string): Promise<ImportRun | undefined> {
  const row = await runs(db).where('importRun.id', '=', id).executeTakeFirst()
  return row && toRun(row)
}

type Query = (typeof importEndpoints.items)['query']['_output']

/** One page of the report, in the order of the file. */
export async function listImportItems(db: Db, id: string, { outcome, kind, page }: Query) {
  let rows = db.selectFrom('importItem').where('runId', '=', id)
  if (outcome) rows = rows.where('outcome', '=', outcome)
  if (kind) rows = rows.where('kind', '=', kind)
  const items: ImportItem[] = await rows
    .select(['kind', 'sourceId', 'title', 'outcome', 'articleId as article'])
    .select(sql<ImportItem['reasons']>`reasons`.as('reasons'))
    .orderBy('position')
    .limit(ITEMS_PER_PAGE)
    .offset((page - 1) * ITEMS_PER_PAGE)
    .execute()
  const { total } = await rows.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { items, total }
}
