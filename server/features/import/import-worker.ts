/** Runs in a thread of its own (import-thread.ts starts it): reads the export file and converts the bodies in it. */
import { answerCalls } from '../../threads/answer-calls.ts'
import { convertBody, type BodyAnswer, type BodyInput } from './body-conversion.ts'
import type { Subject } from './import-report.ts'
import { subjectOf } from './import-text.ts'
import type { SourceReader, SourceRecord } from './import-records.ts'
import { createGhostStripper } from './ghost-reader.ts'
import { createReader } from './import-format.ts'
import { MalformedFileError } from './malformed-file.ts'

export type ReadRecord = { record: SourceRecord; subject: Subject }
/** The next piece of the file, its end, or more of the records that are read already. */
export type ReadCall = { task: 'read'; next: Uint8Array | 'end' | 'more'; address: string }
type Malformed = { malformed: Pick<MalformedFileError, 'reason' | 'fault' | 'isOther'> }
export type ReadAnswer = { records: ReadRecord[]; hasMore: boolean } | Malformed
/** The next piece of an upload, or its end. */
export type StripCall = { task: 'strip'; next: Uint8Array | 'end' }
export type StripAnswer = { bytes: Uint8Array } | Malformed
export type ImportCall = ReadCall | StripCall | { task: 'convert'; body: BodyInput }
export type ImportAnswer = ReadAnswer | StripAnswer | BodyAnswer

/** A post may have very many comments; taking them all at once would hold the one who asks. */
const RECORDS_AT_ONCE = 2000
/** Of texts: all those of a Ghost site come at its end. */
const CHARS_AT_ONCE = 4 * 1024 * 1024

let reader: SourceReader | undefined
let ready: SourceRecord[] = []

function takeSome(): SourceRecord[] {
  let [count, chars] = [0, 0]
  while (count < Math.min(ready.length, RECORDS_AT_ONCE) && chars < CHARS_AT_ONCE) {
    const record = ready[count++]
    if (record?.kind === 'item') chars += record.item.content.length
  }
  return ready.splice(0, count)
}

answerCalls((call: ImportCall): ImportAnswer => {
  if (call.task === 'convert') return convertBody(call.body)
  return orMalformed(() => (call.task === 'read' ? read(call) : strip(call)))
})

function read({ next, address }: ReadCall): ReadAnswer {
  reader ??= createReader(typeof next === 'string' ? new Uint8Array() : next, address)
  if (next !== 'more') ready = next === 'end' ? reader.end() : reader.write(next)
  const records = takeSome()
  return { records: records.map((record) => ({ record, subject: subjectOf(record) })), hasMore: ready.length > 0 }
}

let stripper: ReturnType<typeof createGhostStripper> | undefined

function strip({ next }: StripCall): StripAnswer {
  stripper ??= createGhostStripper()
  return { bytes: next === 'end' ? stripper.end() : stripper.write(next) }
}

function orMalformed<Answer>(work: () => Answer): Answer | Malformed {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof MalformedFileError)) throw error
    const { reason, fault, isOther } = error
    return { malformed: { reason, fault, isOther } }
  }
}
