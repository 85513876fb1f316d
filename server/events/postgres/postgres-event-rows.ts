import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/database.ts'
import { DEVICE_CODES, KIND_CODES } from '../event-codes.ts'
import type { ReaderEvent } from '../event-store.ts'

type Value = string | number | null
type Column = {
  name: string
  type: string
  valueOf: (event: ReaderEvent) => Value
  /** How a value that is not null is written in an array literal; left out: as it is, because it has no special character. */
  quote?: (value: Value) => string
}

const quotedText = (value: Value): string =>
  // Unquoted, “null” in any case is no text.
  /^(?!null$)[\w.-]+$/i.test(String(value)) ? String(value) : `"${String(value).replace(/[\\"]/g, '\\$&')}"`

/** Events of one call share their time and their visitor: what was written for the event before is used again. */
function withoutRepeat<From>(write: (from: From) => string): (from: From) => string {
  let last: { from: From; text: string } | undefined
  return (from) => {
    if (last?.from !== from) last = { from, text: write(from) }
    return last.text
  }
}

const columns = (): Column[] => {
  // A Date of its own would be formatted in JavaScript, part by part.
  const timeOf = withoutRepeat((at: Date) => at.toISOString())
  const visitorOf = withoutRepeat((visitor: Buffer) => `\\x${visitor.toString('hex')}`)
  return [
    { name: 'at', type: 'timestamptz', valueOf: ({ at }) => timeOf(at) },
    { name: 'kind', type: 'smallint', valueOf: ({ kind }) => KIND_CODES[kind] },
    { name: 'visitor', type: 'bytea', valueOf: ({ visitor }) => visitorOf(visitor), quote: (hex) => `\\${hex}` },
    { name: 'article', type: 'uuid', valueOf: ({ article }) => article ?? null },
    { name: 'term', type: 'text', valueOf: ({ term }) => term ?? null, quote: quotedText },
    { name: 'results', type: 'integer', valueOf: ({ results }) => results ?? null },
    { name: '"position"', type: 'smallint', valueOf: ({ position }) => position ?? null },
    { name: 'referrer', type: 'text', valueOf: ({ referrer }) => referrer ?? '', quote: withoutRepeat(quotedText) },
    { name: 'device', type: 'smallint', valueOf: ({ device }) => (device ? DEVICE_CODES[device] : null) },
    { name: 'ad', type: 'uuid', valueOf: ({ ad }) => ad ?? null },
    { name: 'placement', type: 'uuid', valueOf: ({ placement }) => placement ?? null },
    { name: 'impression', type: 'uuid', valueOf: ({ impression }) => impression ?? null },
  ]
}

/** PostgreSQL walks an array from its beginning to find an element of it. */
const MOST_DISTINCT = 64

/** @returns undefined: too many to be worth it */
function distinctOf(values: readonly Value[]): Map<Value, number> | undefined {
  const places = new Map<Value, number>()
  for (const value of values) {
    if (!places.has(value)) places.set(value, places.size + 1)
    if (places.size > MOST_DISTINCT) return undefined
  }
  return places.size * 4 <= values.length ? places : undefined
}

/**
 * Stores these events by one statement. Its arrays are written here: the driver escapes each value by itself, which took a
 * third of the time. A column that is the same for all events, as most are in a batch of views, is sent once; of one with few
 * values, as time and visitor are in the calls of some readers, each value is sent once and each event names its place.
 */
export async function insertEvents(db: Db, events: readonly ReaderEvent[]): Promise<void> {
  const names: RawBuilder<unknown>[] = []
  const values: RawBuilder<unknown>[] = []
  const arrays: RawBuilder<unknown>[] = []
  const given: RawBuilder<unknown>[] = []
  for (const { name, type, valueOf, quote = String } of columns()) {
    const ofEvents = events.map(valueOf)
    const [first = null] = ofEvents
    const column = sql.raw(name)
    names.push(column)
    // One column is always an array: it says how many rows there are.
    if (name !== 'visitor' && ofEvents.every((value) => value === first)) {
      values.push(sql`${first}::${sql.raw(type)}`)
      continue
    }
    const literalOf = (of: Iterable<Value>) =>
      `{${Array.from(of, (value) => (value === null ? 'null' : quote(value))).join(',')}}`
    const places = distinctOf(ofEvents)
    if (places) {
      values.push(sql`(${literalOf(places.keys())}::${sql.raw(type)}[])[given.${column}]`)
      arrays.push(sql`${`{${ofEvents.map((value) => places.get(value)).join(',')}}`}::smallint[]`)
    } else {
      values.push(sql`given.${column}`)
      arrays.push(sql`${literalOf(ofEvents)}::${sql.raw(type)}[]`)
    }
    given.push(column)
  }
  await sql`insert into reader_event (${sql.join(names)})
    select ${sql.join(values)} from unnest(${sql.join(arrays)}) as given(${sql.join(given)})`.execute(db)
}
