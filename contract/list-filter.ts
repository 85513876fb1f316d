import { z } from 'zod'
import { AGE_PATTERN, type FilterData, filterData, type FilterKind } from './filter-data.ts'
import { Id } from './id.ts'
import { Day, requiredLine, TimeInput } from './text.ts'

/** A boolean in a query string. */
export const Flag = z.enum(['true', 'false']).transform((value) => value === 'true')

export const Age = z.string().regex(AGE_PATTERN, 'a number of 1 to 9999 and one of d, w, m, y')

/** One filter of a list as data: server, address and filter menu derive from it. `Value`: as it is written in the address. */
export type ListFilter<
  Kind extends FilterKind = FilterKind,
  Value extends string = string,
  Schema extends z.ZodType = z.ZodType,
> = FilterData<Kind, Value> & {
  /** The parameter in the query, optional or with a default. */
  schema: Schema
}

const filterOf = <const Kind extends FilterKind, Schema extends z.ZodType, const Value extends string = string>(
  kind: Kind,
  schema: Schema,
  choices: readonly Value[] = [],
  max?: number,
): ListFilter<Kind, Value, Schema> => ({ ...filterData(kind, choices, max), schema })

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
export const words = (max: number) => filterOf('text', requiredLine(max).optional(), [], max)
/** Days, weeks, months or years before now. */
export const age = () => filterOf('age', Age.optional())
