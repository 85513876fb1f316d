import type { Subject } from './import-report.ts'
import type { ImportThread } from './import-thread.ts'
import { placeOf } from './import-state.ts'
import type { WordpressRecord, WordpressSite } from './wordpress-reader.ts'
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
  for (const record of unlistedTerms(file.records)) {
    file.records.push(record)
    file.subjects.push(subjectOf(record))
  }
  return file
}

const OURS = new Set(['category', 'post_tag'])

/** Categories and tags that articles name and the list of the file leaves out: they are made as well, so the report has them. */
function unlistedTerms(records: readonly WordpressRecord[]): WordpressRecord[] {
  const known = new Set(
    records.flatMap((record) => (record.kind === 'term' ? [`${record.term.taxonomy} ${record.term.slug}`] : [])),
  )
  return records.flatMap((record) => {
    if (record.kind !== 'item' || !isArticle(record.item) || 'refused' in placeOf(record.item, '')) return []
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
