import { isVisible } from './visible-text.ts'

/** Filters of lists without their schemas: what a browser needs to read an address. */
export type FilterKind = 'choice' | 'yes-no' | 'id' | 'time' | 'day' | 'age' | 'text'

/** One filter of a list as data. `Value`: as it is written in the address. */
export type FilterData<Kind extends FilterKind = FilterKind, Value extends string = string> = {
  kind: Kind
  /** The values of a choice and of yes or no. */
  choices: readonly Value[]
  /** The most UTF-16 units of a text. */
  max?: number | undefined
  /** Whether the query takes this text. */
  test: (text: string) => boolean
}

/** Days, weeks, months or years before now: `90d`, `2w`, `6m`, `1y`. */
export const AGE_PATTERN = /^[1-9]\d{0,3}[dwmy]$/

const UUID =
  /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|0{8}-0{4}-0{4}-0{4}-0{12}|f{8}-f{4}-f{4}-f{4}-f{12})$/i
const DAY = /^\d{4}-\d\d-\d\d$/
const TIME = /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** PostgreSQL has no year 0, and a day of 30 February is none. */
const isDay = (text: string) => {
  if (!DAY.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
const isYearKnown = (text: string) => /^(?!0000)\d{4}-/.test(text)

function isText(text: string, max: number): boolean {
  const line = text
    .replace(/[\t\r\n]+/g, ' ')
    .normalize()
    .trim()
  return isVisible(line) && line.length <= max && !CONTROL.test(line) && !/\p{Surrogate}/u.test(line)
}

function testOf(kind: FilterKind, choices: readonly string[], max: number): (text: string) => boolean {
  switch (kind) {
    case 'choice':
    case 'yes-no':
      return (text) => choices.includes(text)
    case 'id':
      return (text) => UUID.test(text)
    case 'time':
      return (text) => {
        const day = TIME.exec(text)?.[1]
        return day !== undefined && isDay(day) && isYearKnown(new Date(text).toISOString())
      }
    case 'day':
      return (text) => isDay(text) && isYearKnown(text)
    case 'age':
      return (text) => AGE_PATTERN.test(text)
    case 'text':
      return (text) => isText(text, max)
  }
}

/** The data of a filter. `test` agrees with the schema of the kind in `list-filter.ts`. */
export const filterData = <const Kind extends FilterKind, const Value extends string = string>(
  kind: Kind,
  choices: readonly Value[] = [],
  max?: number,
): FilterData<Kind, Value> => ({ kind, choices, max, test: testOf(kind, choices, max ?? Infinity) })

/** One of a closed set of values, for a filter that only the screen knows. */
export const screenChoice = <const Value extends string>(values: readonly Value[]) => filterData('choice', values)
/** One line of text, for a filter that only the screen knows. */
export const screenWords = (max: number) => filterData<'text'>('text', [], max)

/** What the address may say of a filter. */
export type FilterValue<F extends FilterData> = F extends FilterData<FilterKind, infer Value> ? Value : never
