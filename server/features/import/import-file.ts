import type { Subject } from './import-report.ts'
import type { ImportThread } from './import-thread.ts'
import { placeOf } from './import-state.ts'
import type { SourceAuthor, SourceItem, SourceRecord, SourceSite } from './import-records.ts'
import { subjectOf } from './import-text.ts'

/** A whole export file; a record's index is its place in the report. */
export type SourceFile = { site: SourceSite; records: SourceRecord[]; subjects: Subject[] }

/**
 * Reads all of a file before anything is written, so that a malformed one leaves nothing behind.
 * @param address of the old site, for a file that does not say it
 */
export async function loadSite(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  thread: Pick<ImportThread, 'read'>,
  address = '',
): Promise<SourceFile> {
  const file: SourceFile = { site: { title: '', url: '', key: '' }, records: [], subjects: [] }
  for await (const { record, subject } of thread.read(chunks, address)) {
    if (record.kind === 'site') {
      file.site = record.site
      continue
    }
    file.records.push(record)
    file.subjects.push(subject)
  }
  for (const record of [...unlistedAuthors(file.records), ...unlistedTerms(file.records)]) {
    file.records.push(record)
    file.subjects.push(subjectOf(record))
  }
  return file
}

const OURS = new Set(['category', 'post_tag'])

/** Guests of Co-Authors Plus, and authors whom only articles name: they get a byline as well, so the report has them. */
function unlistedAuthors(records: readonly SourceRecord[]): SourceRecord[] {
  const known = new Set(records.flatMap((record) => (record.kind === 'author' ? [record.author.login] : [])))
  const isNew = (login: string) => login !== '' && !known.has(login) && known.add(login)
  const items = records.flatMap((record) => (record.kind === 'item' ? [record] : []))
  const guests = items.flatMap(({ item, line }): SourceRecord[] => {
    const author = guestOf(item)
    return author && isNew(author.login) ? [{ kind: 'author', line, author }] : []
  })
  const named = items.flatMap(({ item, line }): SourceRecord[] =>
    (becomesArticle(item) ? item.authors : []).filter(isNew).map((login) => {
      const author = { id: '', login, email: '', displayName: login, firstName: '', lastName: '', description: '' }
      return { kind: 'author', line, author, isUnlisted: true }
    }),
  )
  return [...guests, ...named]
}

/** An author without an account, as Co-Authors Plus exports one; undefined for any other item. */
export function guestOf({ type, id, title, meta }: SourceItem): SourceAuthor | undefined {
  const of = (name: string) => meta[`cap-${name}`] ?? ''
  if (type !== 'guest-author' || !of('user_login')) return undefined
  return {
    id,
    login: of('user_login'),
    email: of('user_email'),
    displayName: of('display_name') || title,
    firstName: of('first_name'),
    lastName: of('last_name'),
    description: of('description'),
  }
}

/** Categories and tags that articles name and the list of the file leaves out: they are made as well, so the report has them. */
function unlistedTerms(records: readonly SourceRecord[]): SourceRecord[] {
  const known = new Set(
    records.flatMap((record) => (record.kind === 'term' ? [`${record.term.taxonomy} ${record.term.slug}`] : [])),
  )
  return records.flatMap((record) => {
    if (record.kind !== 'item' || !becomesArticle(record.item)) return []
    const unlisted = record.item.terms.filter(({ taxonomy, slug }) => {
      const key = `${taxonomy} ${slug}`
      return OURS.has(taxonomy) && !known.has(key) && known.add(key)
    })
    return unlisted.map(({ taxonomy, slug, name }): SourceRecord => {
      return { kind: 'term', line: record.line, term: { id: '', taxonomy, slug, name, parent: '', description: '' } }
    })
  })
}

/** Posts and pages become articles. */
export const isArticle = ({ type }: { type: string }) => type === 'post' || type === 'page'

/** A reusable block of WordPress (a synced pattern), or a snippet of Ghost. */
export const isSnippet = ({ type }: { type: string }) => type === 'wp_block' || type === 'snippet'

const becomesArticle = (item: SourceItem) => isArticle(item) && !('refused' in placeOf(item, ''))
