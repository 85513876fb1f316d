import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { ImportReason } from '#contract/import-reasons.ts'
import { slugsInUse } from '../../slugs/claim-slug.ts'
import { freeSlug, knownFromBefore, slugFrom, type ImportContext } from './import-context.ts'
import { because, notKeptOf, reasonsOf } from './import-report.ts'
import { hashOf, NOT_OURS } from './import-sources.ts'
import { cleanLine, cleanText } from './import-text.ts'
import type { SourceTerm } from './import-records.ts'

/** Ids by the slug of the old site. */
export type TermIds = Map<string, string>
export type PlacedTerm = { position: number; term: SourceTerm }
type Found = { id: string; outcome: 'created' | 'merged' | 'unchanged'; reasons: ImportReason[] }

const NAME_MAX = 60

export async function importTags(context: ImportContext, terms: PlacedTerm[]): Promise<TermIds> {
  const ids: TermIds = new Map()
  for (const { position, term } of terms) {
    if (ids.has(term.slug)) {
      context.report.record(position, 'merged', [because('twice_in_file')])
      continue
    }
    const { id, outcome, reasons } = await tagOf(context, term)
    ids.set(term.slug, id)
    context.report.record(position, outcome, reasons)
  }
  return ids
}

/** The tag for a slug that an article uses but the file does not list. */
export async function tagForSlug(context: ImportContext, ids: TermIds, slug: string, name: string): Promise<string> {
  const known = ids.get(slug)
  if (known) return known
  const { id } = await tagOf(context, { id: '', taxonomy: 'post_tag', slug, name, parent: '', description: '' })
  ids.set(slug, id)
  return id
}

async function tagOf(context: ImportContext, term: SourceTerm): Promise<Found> {
  const { db, sources, actor } = context
  const name = cleanLine(term.name || term.slug, NAME_MAX)
  const description = cleanText(term.description, 500)
  const hash = hashOf([name, description])

  const known = await knownFromBefore(context, 'tag', term.slug, hash)
  if (known) return known

  const slug = slugFrom(term.slug, name, 'tag')
  const same = await db
    .selectFrom('tag')
    .select(['id', 'name'])
    .where('deletedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb(sql`lower(name)`, '=', sql`lower(${name}::text)`),
        eb('slug', '=', slug),
        sql<boolean>`exists (select from unnest(synonyms) as one where lower(one) = lower(${name}::text))`,
      ]),
    )
    .orderBy(sql`lower(name) = lower(${name}::text)`, 'desc')
    .executeTakeFirst()
  if (same) {
    await sources.remember('tag', term.slug, same.id, hash, NOT_OURS)
    return { id: same.id, outcome: 'merged', reasons: [because('same_term', { name: same.name })] }
  }

  const id = uuidv7()
  await db
    .insertInto('tag')
    .values({
      id,
      name,
      description,
      synonyms: [],
      searchText: name.toLowerCase(),
      slug: await freeSlug(slug, (slugs) => slugsInUse(db, 'tag', slugs)),
      createdBy: actor?.id ?? null,
      updatedBy: actor?.id ?? null,
    })
    .execute()
  await sources.remember('tag', term.slug, id, hash, 1)
  const reasons = [...reasonsOf([name.endsWith('…') && because('name_shortened')]), ...notKeptOf(term)]
  return { id, outcome: 'created', reasons }
}
