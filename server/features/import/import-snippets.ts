import { sql } from 'kysely'
import { SNIPPET_BODY_MAX, SNIPPET_NAME_MAX, SNIPPETS_MOST } from '#contract/snippets.ts'
import { insertSnippet } from '../snippets/snippet-commands.ts'
import { saidLosses, type ImportedBodies } from './import-body.ts'
import type { ImportContext } from './import-context.ts'
import { keyOf, type PositionedItem } from './import-media.ts'
import { because, reasonsOf } from './import-report.ts'
import { hashOf } from './import-sources.ts'
import { cleanLine } from './import-text.ts'

/** What writers of the old site kept to be used again. One that is here from an earlier import stays as it is. */
export async function importSnippet(
  { db, actor, sources, report }: ImportContext,
  bodies: ImportedBodies,
  { position, item }: PositionedItem,
): Promise<void> {
  const source = sources.find('snippet', keyOf(item))
  const there =
    source && (await db.selectFrom('snippet').select('id').where('id', '=', source.entityId).executeTakeFirst())
  if (item.status === 'trash') return report.record(position, 'skipped', [because('in_trash_there')])
  const body = bodies.get(position)
  if (!body || 'refused' in body) return report.record(position, 'skipped', body ? [body.refused] : [])
  const { html, beginning, losses } = body
  const hash = hashOf([item.title, html])
  if (there) {
    const isSame = source.contentHash.equals(hash)
    return report.record(position, isSame ? 'unchanged' : 'merged', isSame ? [] : [because('kept_ours')])
  }
  if (html === '') return report.record(position, 'skipped', [because('no_text')])
  if (Buffer.byteLength(html) > SNIPPET_BODY_MAX)
    return report.record(position, 'skipped', [
      because('body_too_large', { kilobytes: String(SNIPPET_BODY_MAX / 1000) }),
    ])
  const known = await db
    .selectFrom('snippet')
    .select([sql<string>`lower(name)`.as('name'), 'body'])
    .execute()
  const name = cleanLine(item.title || beginning, SNIPPET_NAME_MAX) || item.id
  if (known.some((one) => one.name === name.toLowerCase() && one.body === html))
    return report.record(position, 'merged', [because('same_term', { name })])
  if (known.length >= SNIPPETS_MOST)
    return report.record(position, 'skipped', [because('too_many_snippets', { most: String(SNIPPETS_MOST) })])
  const taken = new Set(known.map((one) => one.name))
  const id = await insertSnippet(db, actor?.id ?? null, { name: freeName(name, taken), body: html })
  await sources.remember('snippet', keyOf(item), id, hash, 1)
  return report.record(position, 'created', reasonsOf([saidLosses(losses)]))
}

/** The first free of `name`, `name (2)` … */
function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2, free = name; ; number++) {
    if (!taken.has(free.toLowerCase())) return free
    const end = ` (${number})`
    free = `${name.slice(0, SNIPPET_NAME_MAX - end.length).trimEnd()}${end}`
  }
}
