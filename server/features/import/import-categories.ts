import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { CATEGORY_DEPTH_MAX } from '#contract/category-tree.ts'
import type { ImportReason } from '#contract/import-reasons.ts'
import { slugsInUse } from '../../slugs/claim-slug.ts'
import { freeSlug, slugFrom, type ImportContext } from './import-context.ts'
import { because, reasonsOf } from './import-report.ts'
import { hashOf, NOT_OURS } from './import-sources.ts'
import type { PlacedTerm, TermIds } from './import-tags.ts'
import { cleanLine, cleanText } from './import-text.ts'
import type { SourceTerm } from './import-records.ts'

type Found = { id: string; depth: number; outcome: 'created' | 'merged' | 'unchanged'; reasons: ImportReason[] }
const NAME_MAX = 80

/** The tree of the old site, parents before children. */
export async function importCategories(context: ImportContext, terms: PlacedTerm[]): Promise<TermIds> {
  const found = new Map<string, Found>()
  const bySlug = new Map<string, PlacedTerm>()
  for (const item of terms) {
    if (bySlug.has(item.term.slug)) context.report.record(item.position, 'merged', [because('twice_in_file')])
    else bySlug.set(item.term.slug, item)
  }

  for (const start of bySlug.values()) {
    for (const { position, term } of lineOf(start, bySlug)) {
      if (found.has(term.slug)) continue
      const parent = found.get(term.parent)
      const lost = term.parent !== '' && !parent
      const category = await categoryOf(context, term, parent && roomBelow(term, bySlug, found))
      found.set(term.slug, category)
      const tooDeep = parent && parent.depth >= CATEGORY_DEPTH_MAX
      context.report.record(
        position,
        category.outcome,
        reasonsOf([
          ...category.reasons,
          lost && because('parent_missing', { parent: term.parent }),
          tooDeep && because('moved_up', { levels: String(CATEGORY_DEPTH_MAX) }),
        ]),
      )
    }
  }
  return new Map([...found].map(([slug, { id }]) => [slug, id]))
}

/** The category for a slug that an article uses but the file does not list. */
export async function categoryForSlug(
  context: ImportContext,
  ids: TermIds,
  slug: string,
  name: string,
): Promise<string> {
  const known = ids.get(slug)
  if (known) return known
  const term = { id: '', taxonomy: 'category', slug, name, parent: '', description: '' }
  const { id } = await categoryOf(context, term, undefined)
  ids.set(slug, id)
  return id
}

/** From the topmost ancestor down to the term; a circle is cut where it closes. */
function lineOf(start: PlacedTerm, bySlug: Map<string, PlacedTerm>): PlacedTerm[] {
  const line = [start]
  for (let above = bySlug.get(start.term.parent); above && !line.includes(above); above = bySlug.get(above.term.parent))
    line.unshift(above)
  return line
}

/** The nearest ancestor that may have children. */
function roomBelow(term: SourceTerm, bySlug: Map<string, PlacedTerm>, found: Map<string, Found>): Found | undefined {
  let slug = term.parent
  let above = found.get(slug)
  while (above && above.depth >= CATEGORY_DEPTH_MAX) {
    slug = bySlug.get(slug)?.term.parent ?? ''
    above = found.get(slug)
  }
  return above
}

async function categoryOf(
  { db, sources, actor }: ImportContext,
  term: SourceTerm,
  parent: Found | undefined,
): Promise<Found> {
  const name = cleanLine(term.name || term.slug, NAME_MAX)
  const description = cleanText(term.description, 500)
  const hash = hashOf([name, description, term.parent])
  const depth = (parent?.depth ?? 0) + 1

  const source = sources.find('category', term.slug)
  const there =
    source &&
    (await db
      .selectFrom('category')
      .select('id')
      .where('id', '=', source.entityId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst())
  if (source && there) {
    const real = await depthOf(db, there.id)
    if (source.contentHash.equals(hash)) return { id: there.id, depth: real, outcome: 'unchanged', reasons: [] }
    return { id: there.id, depth: real, outcome: 'merged', reasons: [because('kept_ours')] }
  }

  const slug = slugFrom(term.slug, name, 'category')
  const same = await db
    .selectFrom('category')
    .select(['id', 'name'])
    .where('deletedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('slug', '=', slug),
        eb.and([
          eb(sql`lower(name)`, '=', sql`lower(${name}::text)`),
          sql<boolean>`parent is not distinct from ${parent?.id ?? null}::uuid`,
        ]),
      ]),
    )
    .executeTakeFirst()
  if (same) {
    await sources.remember('category', term.slug, same.id, hash, NOT_OURS)
    const reasons = [because('same_term', { name: same.name })]
    return { id: same.id, depth: await depthOf(db, same.id), outcome: 'merged', reasons }
  }

  const id = uuidv7()
  await db
    .insertInto('category')
    .values({
      id,
      name,
      description,
      parent: parent?.id ?? null,
      position: sql<number>`(select coalesce(max(position) + 1, 0) from category
          where parent is not distinct from ${parent?.id ?? null}::uuid and deleted_at is null)`,
      slug: await freeSlug(slug, (slugs) => slugsInUse(db, 'category', slugs)),
      createdBy: actor?.id ?? null,
      updatedBy: actor?.id ?? null,
    })
    .execute()
  await sources.remember('category', term.slug, id, hash, 1)
  return {
    id,
    depth,
    outcome: 'created',
    reasons: reasonsOf([name.endsWith('…') && because('name_shortened')]),
  }
}

async function depthOf(db: ImportContext['db'], id: string): Promise<number> {
  const { rows } = await sql<{ depth: number }>`
    with recursive line (parent, depth) as (
      select parent, 1 from category where id = ${id}
      union all
      select category.parent, line.depth + 1 from category join line on category.id = line.parent
    )
    select max(depth) as depth from line`.execute(db)
  return rows[0]?.depth ?? 1
}
