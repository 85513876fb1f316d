import { z } from 'zod'
import { Id } from './id.ts'
import { Day, requiredLine, TimeInput } from './text.ts'

/** A boolean in a query string. */
export const Flag = z.enum(['true', 'false']).transform((value) => value === 'true')

/** Days, weeks, months or years before now: `90d`, `2w`, `6m`, `1y`. */
export const AGE_PATTERN = /^[1-9]\d{0,3}[dwmy]$/
export const Age = z.string().regex(AGE_PATTERN, 'a number of 1 to 9999 and one of d, w, m, y')

export type FilterKind = 'choice' | 'yes-no' | 'id' | 'time' | 'day' | 'age' | 'text'

/** One filter of a list as data: server, address and filter menu derive from it. `Value`: as it is written in the address. */
export type ListFilter<
  Kind extends FilterKind = FilterKind,
  Value extends string = string,
  Schema extends z.ZodType = z.ZodType,
> = {
  kind: Kind
  /** The values of a choice and of yes or no. */
  choices: readonly Value[]
  /** The parameter in the query, optional or with a default. */
  schema: Schema
  /** Whether the query takes this text. */
  test: (text: string) => boolean
}
/** What the address may say of a filter. */
export type FilterValue<F extends ListFilter> = F extends ListFilter<FilterKind, infer Value, z.ZodType> ? Value : never

const filterOf = <const Kind extends FilterKind, Schema extends z.ZodType, const Value extends string = string>(
  kind: Kind,
  schema: Schema,
  choices: readonly Value[] = [],
): ListFilter<Kind, Value, Schema> => ({
  kind,
  choices,
  schema,
  test: (text) => schema.safeParse(text).success,
})

/** One of a closed set of values. */
export const choice = <const Value extends string>(values: readonly Value[]) =>
  filterOf('choice', z.enum(values).optional(), values)
/** As `choice`, with the value that a query without it means. */
export const choiceOr = <const Value extends string>(values: readonly Value[], usual: NoInfer<Value>) =>
  filterOf('choice', z.enum(values).default(usual as never), values)
/** Yes, no, or left out: any. */
export const yesNo = () => filterOf('yes-no', Flag.optional(), ['true', 'false'])
/** Yes or no, with what a query without it means. */
export const yesNoOr = (usual: boolean) => filterOf('yes-no', Flag.default(usual), ['true', 'false'])
/** The id of what the entries refer to. */
export const idOf = () => filterOf('id', Id.optional())
/** A moment, with its offset. */
export const moment = () => filterOf('time', TimeInput.optional())
/** `YYYY-MM-DD` */
export const day = () => filterOf('day', Day.optional())
/** One line of text. `max` counts UTF-16 units. */
export const words = (max: number) => filterOf('text', requiredLine(max).optional())
/** Days, weeks, months or years before now. */
export const age = () => filterOf('age', Age.optional())
