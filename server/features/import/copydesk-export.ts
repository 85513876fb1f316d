import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { pickFields, articleFieldNames } from '#contract/article-fields.ts'
import type { Db } from '../../db/database.ts'
import type { Services } from '../../services.ts'
import { version } from '../../version.ts'
import { contentOf, readContent } from '../articles/article-content-rules.ts'
import { findArticleRow } from '../articles/article-row-queries.ts'
import {
  accountLines,
  adLines,
  pagesOf,
  placementLines,
  snippetLines,
  redirectPaths,
  redirectsTo,
  ROWS_AT_ONCE,
} from './copydesk-export-rows.ts'
import { extensionOf, fileNameOf, focalPointOf } from '../media/media-rules.ts'
import {
  EXPORT_FORMAT,
  EXPORT_MANIFEST,
  exportKinds,
  linesFile,
  type ExportKind,
  type ExportLine,
  type ExportManifest,
} from './copydesk-lines.ts'

type Lines = AsyncIterable<object>
type Options = { versions?: boolean; onItem?: () => Promise<void> }

/**
 * Writes all content that is not in the trash into an empty folder: a file of JSON lines for each kind, and the pictures.
 * Settings, what readers did and the audit log are not content that another site can take over; a backup has them. Of accounts it
 * has what a person is called, never a password or a second step.
 * @param options.versions whether earlier texts of articles are in it
 * @param options.onItem called after each line; what it throws ends the export
 * @throws Error with a sentence when the folder is not empty
 */
export async function exportContent(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  folder: string,
  onProgress: (line: string) => void = () => undefined,
  { versions = true, onItem }: Options = {},
): Promise<ExportManifest> {
  await mkdir(join(folder, 'files'), { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).some((name) => name !== 'files') || (await readdir(join(folder, 'files'))).length > 0)
    throw new Error(`${folder} is not empty.`)
  const site = await installationId(db)
  const manifest = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
      const from: Record<ExportKind, () => Lines> = {
        account: () => accountLines(trx),
        media: () => mediaLines(trx, storage, folder, () => missing++),
        author: () => authorLines(trx),
        tag: () => tagLines(trx),
        category: () => categoryLines(trx),
        album: () => albumLines(trx),
        snippet: () => snippetLines(trx),
        placement: () => placementLines(trx),
        ad: () => adLines(trx),
        article: () => articleLines(trx, versions),
        version: () => versionLines(trx),
      }
      const files: ExportManifest['files'] = {}
      let missing = 0
      for (const kind of exportKinds.filter((each) => versions || each !== 'version')) {
        const written = await writeLines(join(folder, linesFile(kind)), from[kind](), onItem)
        files[kind] = written
        onProgress(`${linesFile(kind)}: ${written.lines} lines`)
      }
      if (missing > 0) onProgress(`${missing} pictures are left out: their files are not in the storage.`)
      return { format: EXPORT_FORMAT, version, site, exportedAt: new Date().toISOString(), files }
    })
  // Last, so that an export that was cut short is none.
  await writeFile(join(folder, EXPORT_MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
  return manifest
}

/** A name of this installation that it keeps, so that what came from it is known again. */
async function installationId(db: Services['db']): Promise<string> {
  await sql`insert into setting (key, value) values ('installation', jsonb_build_object('id', gen_random_uuid()))
    on conflict do nothing`.execute(db)
  const row = await db.selectFrom('setting').where('key', '=', 'installation').select('value').executeTakeFirstOrThrow()
  return (row.value as { id: string }).id
}

async function writeLines(
  path: string,
  lines: Lines,
  onItem?: Options['onItem'],
): Promise<{ lines: number; sha256: string }> {
  const file = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let count = 0
  try {
    for await (const line of lines) {
      const bytes = Buffer.from(`${JSON.stringify(line)}\n`)
      hash.update(bytes)
      await file.writeFile(bytes)
      count++
      await onItem?.()
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { lines: count, sha256: hash.digest('hex') }
}

async function* mediaLines(
  trx: Db,
  storage: Services['storage'],
  folder: string,
  onMissing: () => void,
): AsyncGenerator<ExportLine<'media'>> {
  const rows = pagesOf((after) =>
    trx
      .selectFrom('media')
      .select(['id', 'name', 'type', 'storageKey', 'alt', 'caption', 'credit', 'focalX', 'focalY'])
      .select('createdBy as owner')
      .where('deletedAt', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute(),
  )
  for await (const { id, owner, name, type, storageKey, alt, caption, credit, ...focal } of rows) {
    const stored = await storage.open(`${storageKey}/${fileNameOf(type, 'original')}`)
    // Without its file there is nothing to take over.
    if (!stored) {
      onMissing()
      continue
    }
    const file = `files/${id}.${extensionOf[type]}`
    const hash = createHash('sha256')
    const hashing = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    }
    await pipeline(stored.stream, hashing, createWriteStream(join(folder, file), { flags: 'wx', mode: 0o600 }))
    const sha256 = hash.digest('hex')
    yield { id, owner, file, sha256, name, fields: { alt, caption, credit }, focalPoint: focalPointOf(focal) }
  }
}

async function* authorLines(trx: Db): AsyncGenerator<ExportLine<'author'>> {
  const rows = pagesOf((after) =>
    trx
      .selectFrom('author')
      .select(['id', 'displayName', 'sortName', 'slug', 'bio', 'avatar', 'email', 'links', 'jobTitle', 'hidden'])
      .select(['userId as user', redirectsTo('author')])
      .where('deletedAt', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute(),
  )
  for await (const { id, redirects, ...fields } of rows) yield { id, redirects, fields }
}

async function* tagLines(trx: Db): AsyncGenerator<object> {
  const rows = pagesOf((after) =>
    trx
      .selectFrom('tag')
      .select(['id', 'name', 'slug', 'description', 'colour', 'visibility', 'synonyms'])
      .select(redirectsTo('tag'))
      .where('deletedAt', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute(),
  )
  for await (const { id, redirects, ...fields } of rows) yield { id, redirects, fields }
}

/** Parents first, siblings in their order. */
async function* categoryLines(trx: Db): AsyncGenerator<object> {
  type Row = { id: string; redirects: string[]; name: string; slug: string; description: string; parent: string | null }
  const { rows } = await sql<Row>`
    with recursive tree as (
      select id, name, slug, description, parent, array[position] as place from category
        where parent is null and deleted_at is null
      union all select c.id, c.name, c.slug, c.description, c.parent, place || c.position
        from tree join category c on c.parent = tree.id where c.deleted_at is null
    ) select id, name, slug, description, parent, ${redirectPaths('category', sql.ref('tree.id'))} as redirects
      from tree order by cardinality(place), place`.execute(trx)
  for (const { id, redirects, ...fields } of rows) yield { id, redirects, fields }
}

async function* albumLines(trx: Db): AsyncGenerator<object> {
  const rows = pagesOf((after) =>
    trx
      .selectFrom('album')
      .select(['id', 'title', 'slug', 'description', 'eventDate', 'place', 'photographer', 'cover', 'status'])
      .select(['createdBy as owner', redirectsTo('album')])
      .where('deletedAt', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute(),
  )
  for await (const { id, owner, redirects, cover, status, ...fields } of rows) {
    const photos = await trx
      .selectFrom('albumPhoto')
      .innerJoin('media', 'media.id', 'mediaId')
      .select(['mediaId as media', 'albumPhoto.alt', 'albumPhoto.caption'])
      .where('albumId', '=', id)
      .where('media.deletedAt', 'is', null)
      .orderBy('position')
      .execute()
    yield { id, owner, redirects, fields, cover, status, photos }
  }
}

async function* articleLines(trx: Db, versions: boolean): AsyncGenerator<object> {
  for await (const { id, owner, redirects } of articleIds(trx)) {
    const row = await findArticleRow(trx, null, id)
    if (!row) continue
    const shown = row.hasChanges
      ? await trx.selectFrom('articleLive').select('content').where('articleId', '=', id).executeTakeFirst()
      : undefined
    yield {
      id,
      owner,
      redirects,
      status: row.status,
      version: versions ? row.version : 0,
      createdAt: row.createdAt,
      publishedAt: row.publishedAt,
      fields: pickFields(contentOf(row), articleFieldNames),
      live: shown ? pickFields(readContent(shown.content), articleFieldNames) : null,
    }
  }
}

const articleIds = (trx: Db) =>
  pagesOf((after) =>
    trx
      .selectFrom('article')
      .select(['id', 'createdBy as owner', redirectsTo('article')])
      .where('deletedAt', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute(),
  )

async function* versionLines(trx: Db): AsyncGenerator<ExportLine<'version'>> {
  for await (const { id: article } of articleIds(trx)) {
    const rows = await trx
      .selectFrom('articleRevision')
      .select(['id', 'version', 'createdAt', 'createdBy', 'reason', 'content'])
      .where('articleId', '=', article)
      .orderBy('version')
      .execute()
    for (const { content, ...row } of rows)
      yield { ...row, article, fields: pickFields(readContent(content), articleFieldNames) }
  }
}
