import type { Subject } from './import-report.ts'
import type { ImportThread } from './import-thread.ts'
import { placeOf } from './import-state.ts'
import type { WordpressItem, WordpressRecord, WordpressSite } from './wordpress-reader.ts'
import { subjectOf } from './wordpress-text.ts'

/** A whole export file; a record's index is its place in the report. */
export type WordpressFile = { site: WordpressSite; records: WordpressRecord[]; subjects: Subject[] }

/** Reads all of a file before anything is written, so that a malformed one leaves nothing behind. */
export async function loadWordpress(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  thread: Pick<ImportThread, 'read'>,
): Promise<WordpressFile> {
  const file: WordpressFile = { site: { title: '', url: '' }, records: [], subjects: [] }
  for await (const { record, subject } of thread.read(chunks)) {
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

/** Authors whom only articles name: they get a byline as well, so the report has them. */
function unlistedAuthors(records: readonly WordpressRecord[]): WordpressRecord[] {
  const known = new Set(records.flatMap((record) => (record.kind === 'author' ? [record.author.login] : [])))
  return records.flatMap((record): WordpressRecord[] => {
    if (record.kind !== 'item' || !becomesArticle(record.item)) return []
    const { creator: login } = record.item
    if (login === '' || known.has(login)) return []
    known.add(login)
    const author = { id: '', login, email: '', displayName: login, firstName: '', lastName: '', description: '' }
    return [{ kind: 'author', line: record.line, author, isUnlisted: true }]
  })
}

/** Categories and tags that articles name and the list of the file leaves out: they are made as well, so the report has them. */
function unlistedTerms(records: readonly WordpressRecord[]): WordpressRecord[] {
  const known = new Set(
    records.flatMap((record) => (record.kind === 'term' ? [`${record.term.taxonomy} ${record.term.slug}`] : [])),
  )
  return records.flatMap((record) => {
    if (record.kind !== 'item' || !becomesArticle(record.item)) return []
    const unlisted = record.item.terms.filter(({ taxonomy, slug }) => {
      const key = `${taxonomy} ${slug}`
      return OURS.has(taxonomy) && !known.has(key) && known.add(key)
    })
    return unlisted.map(({ taxonomy, slug, name }): WordpressRecord => {
      return { kind: 'term', line: record.line, term: { id: '', taxonomy, slug, name, parent: '', description: '' } }
    })
  })
}

/** Posts and pages become articles. */
export const isArticle = ({ type }: { type: string }) => type === 'post' || type === 'page'

const becomesArticle = (item: WordpressItem) => isArticle(item) && !('refused' in placeOf(item, ''))
