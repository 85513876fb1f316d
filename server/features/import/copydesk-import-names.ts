import { sql } from 'kysely'
import { ProblemError } from '../../http/problem-error.ts'
import { createAuthor } from '../authors/author-commands.ts'
import { createCategory } from '../categories/category-commands.ts'
import { editMedia, storeImage } from '../media/media-commands.ts'
import { addSuspendedAccount } from '../users/imported-account-commands.ts'
import { createTag } from '../tags/tag-commands.ts'
import { replaced, type Made, type Target } from './copydesk-import-target.ts'
import type { ExportLine } from './copydesk-lines.ts'
import { because } from './import-report.ts'

const created = ({ id }: { id: string }): Made => ({ outcome: 'created', reasons: [], id })

/** Tries once more without the slug where that is taken: one of its own is made from the name. */
export async function withFreeSlug<Fields extends { slug?: string | undefined }, Result>(
  { attempt }: Target,
  fields: Fields,
  create: (fields: Omit<Fields, 'slug'> & { slug?: string }) => Promise<Result>,
): Promise<Result> {
  const { slug, ...others } = fields
  try {
    return await attempt(() => create(slug ? { ...others, slug } : others))
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'slug_taken') throw error
    return create(others)
  }
}

/** An account of the same address is the same person; others cannot sign in before an administrator activates them. */
export async function importedAccount({ services, actor }: Target, { fields }: ExportLine<'account'>): Promise<Made> {
  const { id, isNew, name } = await addSuspendedAccount(services.db, actor, fields)
  if (isNew) return { outcome: 'created', reasons: [because('account_suspended')], id }
  return { outcome: 'merged', reasons: [because('same_account', { name })], id }
}

export async function importedMedia(target: Target, line: ExportLine<'media'>): Promise<Made> {
  const { services, actor } = target
  const bytes = await target.readFile(line.file, line.sha256)
  const { media, existing } = await storeImage(services, actor, {
    load: async () => bytes,
    name: line.name,
    ...line.fields,
  })
  if (existing) return { outcome: 'merged', reasons: [because('same_picture')], id: media.id }
  const { focalPoint } = line
  if (focalPoint) await editMedia(services.db, actor, media.id, { version: media.version, focalPoint })
  return created(media)
}

export async function importedAuthor(target: Target, { fields }: ExportLine<'author'>): Promise<Made> {
  const { services, actor } = target
  const { db } = services
  const same = await db
    .selectFrom('author')
    .select(['id', 'displayName'])
    .where('deletedAt', 'is', null)
    .where('slug', '=', fields.slug)
    .where(sql`lower(display_name)`, '=', fields.displayName.toLowerCase())
    .executeTakeFirst()
  if (same) return { outcome: 'merged', reasons: [because('same_name', { name: same.displayName })], id: same.id }
  const account = replaced(target, fields.user)
  const isFree =
    account !== null && !(await db.selectFrom('author').select('id').where('userId', '=', account).executeTakeFirst())
  const given = { ...fields, avatar: replaced(target, fields.avatar), user: isFree ? account : null }
  return created(await withFreeSlug(target, given, (free) => createAuthor(services, actor, free)))
}

export async function importedTag(target: Target, { fields }: ExportLine<'tag'>): Promise<Made> {
  const { services, actor } = target
  const same = await services.db
    .selectFrom('tag')
    .select(['id', 'name'])
    .where('deletedAt', 'is', null)
    .where(sql`lower(name)`, '=', sql<string>`lower(${fields.name}::text)`)
    .executeTakeFirst()
  if (same) return { outcome: 'merged', reasons: [because('same_term', { name: same.name })], id: same.id }
  return created(await withFreeSlug(target, fields, (free) => createTag(services, actor, free)))
}

export async function importedCategory(target: Target, { fields }: ExportLine<'category'>): Promise<Made> {
  const { services, actor } = target
  const parent = replaced(target, fields.parent)
  const same = await services.db
    .selectFrom('category')
    .select(['id', 'name'])
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`parent is not distinct from ${parent}::uuid`)
    .where(sql`lower(name)`, '=', sql<string>`lower(${fields.name}::text)`)
    .executeTakeFirst()
  if (same) return { outcome: 'merged', reasons: [because('same_term', { name: same.name })], id: same.id }
  return created(await withFreeSlug(target, { ...fields, parent }, (free) => createCategory(services, actor, free)))
}
