import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { ArticleFields } from '#contract/article-fields.ts'
import type { Db } from '../../db/database.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { actOnAlbum } from '../albums/album-action-commands.ts'
import { createAlbum, editAlbum } from '../albums/album-commands.ts'
import { addPhotos } from '../albums/album-photo-commands.ts'
import { actOnArticle } from '../articles/article-action-commands.ts'
import { createArticle, editArticle } from '../articles/article-commands.ts'
import { mergeContent } from '../articles/article-content-rules.ts'
import { cleanBody, describeText } from '../articles/body-html-pool.ts'
import { createSnippet } from '../snippets/snippet-commands.ts'
import { replaced, replacedAll, replacedIn, type Made, type Target } from './copydesk-import-target.ts'
import { withFreeSlug } from './copydesk-import-names.ts'
import type { ExportLine } from './copydesk-lines.ts'
import { because } from './import-report.ts'

const PHOTOS_AT_ONCE = 100

export async function importedAlbum(target: Target, line: ExportLine<'album'>): Promise<Made> {
  const { services, actor } = target
  const { db } = services
  const fields = { ...line.fields, photographer: replaced(target, line.fields.photographer) }
  const { id } = await withFreeSlug(target, fields, (free) => createAlbum(services, actor, free))
  const media = replacedAll(
    target,
    line.photos.map((photo) => photo.media),
  )
  for (let at = 0; at < media.length; at += PHOTOS_AT_ONCE)
    await addPhotos(services, actor, id, { media: media.slice(at, at + PHOTOS_AT_ONCE), before: null })
  for (const { media: photo, alt, caption } of line.photos) {
    const mediaId = replaced(target, photo)
    if (mediaId && (alt || caption))
      await db
        .updateTable('albumPhoto')
        .set({ alt, caption })
        .where('albumId', '=', id)
        .where('mediaId', '=', mediaId)
        .execute()
  }
  const cover = replaced(target, line.cover)
  if (cover) {
    const { version } = await db.selectFrom('album').select('version').where('id', '=', id).executeTakeFirstOrThrow()
    await editAlbum(services, actor, id, { version, cover })
  }
  const note = await unlessRefused(target, async () => {
    if (line.status !== 'draft') await actOnAlbum(services, actor, id, 'publish')
    if (line.status === 'archived') await actOnAlbum(services, actor, id, 'archive')
  })
  return { outcome: 'created', reasons: note, id }
}

export async function importedArticle(target: Target, line: ExportLine<'article'>): Promise<Made> {
  const { services, actor } = target
  const { db } = services
  const { status, live } = line
  const isShown = status === 'published' || status === 'archived'
  const first = fieldsHere(target, live ?? line.fields)
  // On a draft it is the date that publishing gives.
  const publishAt = isShown ? line.publishedAt : (first.publishAt ?? null)
  const unpublishAt = null
  const { id } = await withFreeSlug(target, { ...first, publishAt, unpublishAt }, (free) =>
    createArticle(services, actor, free),
  )
  const note = await unlessRefused(target, async () => {
    if (status === 'in_review') await actOnArticle(services, actor, id, 'submit', {})
    if (status === 'scheduled' && publishAt) await actOnArticle(services, actor, id, 'schedule', { publishAt })
    if (isShown) await actOnArticle(services, actor, id, 'publish', {})
    if (status === 'archived') await actOnArticle(services, actor, id, 'archive', {})
  })
  const later = fieldsHere(target, line.fields)
  const rest = await unlessRefused(target, async () => {
    const ends = later.unpublishAt && later.unpublishAt > new Date().toISOString() ? later.unpublishAt : undefined
    if (!live && !ends) return
    const { version } = await db.selectFrom('article').select('version').where('id', '=', id).executeTakeFirstOrThrow()
    const { publishAt: _publishAt, unpublishAt: _unpublishAt, slug: _slug, ...texts } = later
    await editArticle(services, actor, id, {
      ...(live && texts),
      ...(ends && { unpublishAt: ends }),
      version,
      reason: 'save',
    })
  })
  await sql`update article set created_at = ${line.createdAt} where id = ${id}`.execute(db)
  await countFrom(db, id, line.version)
  return { outcome: 'created', reasons: [...note, ...rest], id }
}

/** The texts that were made here come after those of the export. */
async function countFrom(db: Db, id: string, version: number): Promise<void> {
  if (version === 0) return
  await sql`update article set version = version + ${version}::int where id = ${id}`.execute(db)
  await sql`update article_live set version = version + ${version}::int where article_id = ${id}`.execute(db)
  // In two steps: each number must be free at each moment.
  await sql`update article_revision set version = -version where article_id = ${id}`.execute(db)
  await sql`update article_revision set version = ${version}::int - version where article_id = ${id}`.execute(db)
}

/** One of the same name that is here stays as it is. */
export async function importedSnippet(target: Target, { fields }: ExportLine<'snippet'>): Promise<Made> {
  const { services, actor } = target
  const { name } = fields
  const same = await services.db
    .selectFrom('snippet')
    .select('id')
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .executeTakeFirst()
  if (same) return { outcome: 'merged', reasons: [because('same_term', { name })], id: same.id }
  const { id } = await createSnippet(services, actor, { name, body: replacedIn(target, fields.body) })
  return { outcome: 'created', reasons: [], id }
}

/** An earlier text, cleaned like any other. */
export async function importedVersion(target: Target, line: ExportLine<'version'>): Promise<Made> {
  const { db } = target.services
  const articleId = replaced(target, line.article)
  if (!articleId) throw new ProblemError('not_found', { detail: 'its article did not come over' })
  const { fields } = line
  const body = await cleanBody(fields.body ?? '', target.actor.id)
  const content = mergeContent(null, fieldsHere(target, { ...fields, body }))
  const { wordCount } = await describeText(content)
  const id = uuidv7()
  const row = {
    articleId,
    version: line.version,
    createdAt: line.createdAt,
    createdBy: replaced(target, line.createdBy),
    reason: line.reason,
    title: content.title,
    wordCount,
    content: JSON.stringify(content),
  }
  const added = await db
    .insertInto('articleRevision')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.columns(['articleId', 'version']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw new ProblemError('illegal_transition', { detail: 'the article here has a version of this number' })
  return { outcome: 'created', reasons: [], id }
}

type Given = Partial<ArticleFields> & Pick<ArticleFields, 'title'>

/** The fields of an article with the ids that what they point at has here. */
function fieldsHere(target: Target, fields: Given): Given {
  const { cover } = fields
  const media = replaced(target, cover?.media)
  return {
    ...fields,
    body: replacedIn(target, fields.body ?? ''),
    authors: replacedAll(target, fields.authors),
    categories: replacedAll(target, fields.categories),
    tags: replacedAll(target, fields.tags),
    primaryCategory: replaced(target, fields.primaryCategory),
    socialImage: replaced(target, fields.socialImage),
    cover: cover && media ? { ...cover, media } : null,
  }
}

/** What was made stays, in the state that it could get. */
export async function unlessRefused({ attempt }: Target, act: () => Promise<void>): Promise<Made['reasons']> {
  try {
    await attempt(act)
    return []
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return [because('refused_here', { why: error.details.detail ?? error.message })]
  }
}
