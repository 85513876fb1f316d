import { z } from 'zod'
import { isVisible } from './visible-text.ts'

/** What our own rules say in English, by the rule's name. Screens say it in the person's language. */
const says = {
  required: 'must not be empty',
  half_character: 'half a character is not allowed',
  control_character: 'control characters are not allowed',
  slug: 'only a-z, 0-9 and single hyphens',
  email: 'not an e-mail address',
  year: 'is too far away',
  colour: 'not a colour like #0f6b66',
  time_zone: 'not a time zone',
  repeated: 'the same entry twice',
  end_before_start: 'must be after the start',
} as const
type Rule = keyof typeof says
const rules = new Map<string | undefined, Rule>(Object.entries(says).map(([rule, said]) => [said, rule as Rule]))

/** The English sentence of a rule, as its `message`. */
export const saysOf = (rule: Rule): string => says[rule]
/** The rule that a message belongs to; undefined for one of zod's own. */
export const ruleOfMessage = (message: string | undefined): Rule | undefined => rules.get(message)

/** Half a character, as careless cutting leaves it: no database keeps it. */
const isWhole = (value: string) => !/\p{Surrogate}/u.test(value)

/** A string that can be stored. `max` counts UTF-16 units. */
export const wholeString = (max: number) => z.string().max(max).refine(isWhole, says.half_character)

/** Trimmed, NFC-normalised text without control characters. `max` counts UTF-16 units. */
export const text = (max: number) =>
  z
    .string()
    .normalize()
    .trim()
    .max(max)
    // eslint-disable-next-line no-control-regex
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/, says.control_character)
    .refine(isWhole, says.half_character)

/** One line of text: line breaks, as they come with pasted titles, become spaces. */
export const line = (max: number) =>
  z
    .string()
    .overwrite((value) => value.replace(/[\t\r\n]+/g, ' '))
    .pipe(text(max))

/** One line that must not be empty. */
export const requiredLine = (max: number) => line(max).refine(isVisible, says.required)

export const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const SLUG_MAX = 120
export const Slug = z.string().max(SLUG_MAX).regex(SLUG_PATTERN, says.slug)

/** An absolute http(s) address. */
export const WebUrl = z
  .url({ protocol: /^https?$/, hostname: z.regexes.hostname })
  .max(2000)
  .refine(isWhole, says.half_character)

export const Email = z
  .string()
  .normalize()
  .trim()
  .max(254)
  // ASCII only: letters that resemble ASCII ones are an attack more often than a name.
  .regex(/^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/, says.email)

const NOT_YEAR_ZERO = /^(?!0000)\d{4}-/

/** A day, `YYYY-MM-DD`, of the years 1 to 9999: no calendar of PostgreSQL has a year 0. */
export const Day = z.iso.date().regex(NOT_YEAR_ZERO, says.year)
/** UTC, ISO 8601, with milliseconds. */
export const Time = z.iso.datetime()
/** A time as a caller may write it, offset allowed; becomes UTC. Of the years 1 to 9999, there too. */
export const TimeInput = z.iso
  .datetime({ offset: true })
  .transform((value) => new Date(value).toISOString())
  .refine((value) => NOT_YEAR_ZERO.test(value), says.year)
