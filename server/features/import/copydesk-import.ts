import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { withinTransaction } from '../../db/single-transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { importedAd, importedPlacement } from './copydesk-import-ads.ts'
import { importedAlbum, importedArticle, importedSnippet, importedVersion } from './copydesk-import-content.ts'
import {
  importedAccount,
  importedAuthor,
  importedCategory,
  importedMedia,
  importedTag,
} from './copydesk-import-names.ts'
import type { Made, Replacements, Target } from './copydesk-import-target.ts'
import { keepOwner, keepRedirects } from './copydesk-import-kept.ts'
import type { ExportKind, ExportLine } from './copydesk-lines.ts'
import { kindsOf, readExportManifest, readLines } from './copydesk-folder.ts'
import { because, createReport, type Sums, type Subject } from './import-report.ts'
import { NOT_OURS, openSources } from './import-sources.ts'
import type { ImportItem } from '#contract/import.ts'

export type CopydeskResult = { items: ImportItem[]; sums: Sums }

const makers: { [Kind in ExportKind]: (target: Target, line: ExportLine<Kind>) => Promise<Made> } = {
  account: importedAccount,
  media: importedMedia,
  author: importedAuthor,
  tag: importedTag,
  category: importedCategory,
  album: importedAlbum,
  snippet: importedSnippet,
  placement: importedPlacement,
  ad: importedAd,
  article: importedArticle,
  version: importedVersion,
}

/** Where those are stored whose table is not named after them. */
const tables: { [Kind in ExportKind]?: string } = { account: 'user_account', version: 'article_revision' }
/** Those that are gone once they are deleted. */
const withoutTrash: ReadonlySet<ExportKind> = new Set(['account', 'version', 'snippet'])

/**
 * Takes over an export of another Copydesk, item by item, through the same commands that people use. What was taken over
 * before, or is the same here, is not written again; what people made of it stays. An import that was cut off goes on where it was.
 * @throws Error with a sentence when the export is not whole or a line does not fit
 */
export async function importCopydesk(
  services: Services,
  folder: string,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<CopydeskResult> {
  const { db } = services
  const actor = await administrator(services)
  const manifest = await readExportManifest(folder)
  const { site } = manifest
  const kinds = kindsOf(manifest)
  const sources = await openSources(db, `copydesk:${site}`)
  const subjects: Subject[] = []
  for (const kind of kinds)
    for await (const { line } of readLines(folder, kind))
      subjects.push({ kind, sourceId: line.id, title: titleOf(line) })
  const report = createReport(subjects)
  const replacements: Replacements = new Map()
  const readFileOf = (file: string, sha256: string) => fileOf(folder, file, sha256)
  let position = 0
  for (const kind of kinds)
    for await (const { line, hash } of readLines(folder, kind)) {
      const { outcome, reasons, id } = await take(kind, line, hash)
      if (id) replacements.set(line.id, id)
      report.record(position++, outcome, reasons, kind === 'article' ? (id ?? null) : null)
      onProgress(position, subjects.length)
    }
  const result = { items: report.items(), sums: report.sums() }
  if (result.items.some(({ outcome }) => outcome === 'created'))
    await recordAudit(db, actor, {
      action: 'import',
      entityType: 'import',
      entityId: null,
      entityTitle: 'Copydesk',
      after: result.sums,
    })
  return result

  async function take<Kind extends ExportKind>(kind: Kind, line: ExportLine<Kind>, hash: Buffer) {
    const source = sources.find(kind, line.id)
    const there = await stateOf(kind, source?.entityId ?? line.id)
    if (there === 'trashed') return { outcome: 'skipped' as const, reasons: [because('in_trash_here')], id: undefined }
    if (there === 'present') {
      const isSame = !source || source.contentHash.equals(hash)
      const reasons = isSame ? [] : [because('kept_ours')]
      return {
        outcome: isSame ? ('unchanged' as const) : ('merged' as const),
        reasons,
        id: source?.entityId ?? line.id,
      }
    }
    try {
      return await inOneTransaction(services, async (own, attempt) => {
        const target: Target = { services: own, actor, replacements, attempt, readFile: readFileOf }
        const item = await makers[kind](target, line)
        if (item.outcome === 'created') await keepOwner(target, kind, line, item.id)
        const taken = await keepRedirects(target, kind, line, item.id)
        const made = { ...item, reasons: [...item.reasons, ...taken] }
        const version = made.outcome === 'created' ? 1 : NOT_OURS
        await sources.remember(kind, line.id, made.id, hash, version, own.db)
        return made
      })
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      const why = error.details.detail ?? error.message
      return { outcome: 'skipped' as const, reasons: [because('refused_here', { why })], id: undefined }
    }
  }

  async function stateOf(kind: ExportKind, id: string): Promise<'present' | 'trashed' | 'absent'> {
    const deleted = withoutTrash.has(kind) ? sql`false` : sql`deleted_at is not null`
    const { rows } = await sql<{ deleted: boolean }>`
      select ${deleted} as deleted from ${sql.table(tables[kind] ?? kind)} where id = ${id}`.execute(db)
    return rows[0] ? (rows[0].deleted ? 'trashed' : 'present') : 'absent'
  }
}

/** The commands of the product, each with a transaction of its own, as one: an item comes over as a whole or not at all. */
async function inOneTransaction<Result>(
  services: Services,
  act: (services: Services, attempt: Target['attempt']) => Promise<Result>,
): Promise<Result> {
  const client = await services.pool.connect()
  const attempt: Target['attempt'] = async (part) => {
    await client.query('savepoint part')
    try {
      const result = await part()
      await client.query('release savepoint part')
      return result
    } catch (error) {
      await client.query('rollback to savepoint part')
      throw error
    }
  }
  try {
    await client.query('begin; set local idle_in_transaction_session_timeout = 0')
    const { db } = withinTransaction(client)
    const result = await act({ ...services, db, deliveryDb: db }, attempt)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

/** @throws Error when there is none */
async function administrator({ db }: Services): Promise<Actor> {
  const row = await db
    .selectFrom('userAccount')
    .select(['id', 'name', 'role'])
    .where('role', '=', 'administrator')
    .where('status', '=', 'active')
    .orderBy('createdAt')
    .executeTakeFirst()
  if (!row) throw new Error('There is no administrator here yet; start the server and make the first account.')
  return { ...row, sessionId: '', ip: '' }
}

function titleOf(line: ExportLine): string {
  if ('file' in line) return line.name
  const { fields } = line
  if ('article' in line) return `${line.fields.title}, version ${line.version}`
  if ('title' in fields) return fields.title
  return 'displayName' in fields ? fields.displayName : fields.name
}

/** @throws Error when the file is not what it was at the export */
async function fileOf(folder: string, file: string, sha256: string): Promise<Buffer> {
  const bytes = await readFile(join(folder, file))
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new Error(`${file} was changed or cut short since the export.`)
  return bytes
}
