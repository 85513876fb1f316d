/** Runs in a thread of its own (import-thread.ts starts it): reads the export file and converts the bodies in it. */
import { answerCalls } from '../../threads/answer-calls.ts'
import { convertBody, type BodyAnswer, type BodyInput } from './body-conversion.ts'
import type { Subject } from './import-report.ts'
import { subjectOf } from './wordpress-text.ts'
import { createWordpressReader, type WordpressReader, type WordpressRecord } from './wordpress-reader.ts'
import { MalformedFileError } from './xml-records.ts'

export type ReadRecord = { record: WordpressRecord; subject: Subject }
/** The next piece of the file, its end, or more of the records that are read already. */
export type ReadCall = { task: 'read'; next: Uint8Array | 'end' | 'more' }
export type ReadAnswer =
  | { records: ReadRecord[]; hasMore: boolean }
  | { malformed: Pick<MalformedFileError, 'reason' | 'fault' | 'isOther'> }
export type ImportCall = ReadCall | { task: 'convert'; body: BodyInput }
export type ImportAnswer = ReadAnswer | BodyAnswer

/** A post may have very many comments; taking them all at once would hold the one who asks. */
const RECORDS_AT_ONCE = 2000

let reader: WordpressReader | undefined
let ready: WordpressRecord[] = []

answerCalls((call: ImportCall): ImportAnswer => (call.task === 'read' ? read(call) : convertBody(call.body)))

function read({ next }: ReadCall): ReadAnswer {
  try {
    reader ??= createWordpressReader()
    if (next !== 'more') ready = next === 'end' ? reader.end() : reader.write(next)
    const records = ready.slice(0, RECORDS_AT_ONCE)
    ready = ready.slice(RECORDS_AT_ONCE)
    return { records: records.map((record) => ({ record, subject: subjectOf(record) })), hasMore: ready.length > 0 }
  } catch (error) {
    if (!(error instanceof MalformedFileError)) throw error
    const { reason, fault, isOther } = error
    return { malformed: { reason, fault, isOther } }
  }
}
