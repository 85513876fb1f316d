import type { Subject } from './import-report.ts'
import type { ImportThread } from './import-thread.ts'
import type { WordpressRecord, WordpressSite } from './wordpress-reader.ts'

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
  return file
}
