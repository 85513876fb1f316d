import type { z } from 'zod'
import type { ProblemField } from './problems.ts'
import { ruleOfMessage } from './text.ts'

/** What is wrong with a field: enough to say it in any language. `limit` is the number of a rule that has one. */
export type FieldFault = Pick<ProblemField, 'code' | 'rule' | 'limit'>

/** An issue of zod as it comes from a check in the browser, or from the server's validation. */
type Issue = {
  code: string
  message?: string | undefined
  origin?: unknown
  format?: unknown
  expected?: unknown
  minimum?: unknown
  maximum?: unknown
  errors?: unknown
}

const SIZED: Record<string, string> = { string: 'text', array: 'list', set: 'list' }
const FORMATS: Record<string, string> = { email: 'email', url: 'web_address', date: 'date', datetime: 'date_time' }

/** The rule that an issue of zod is about, with its limit. Of a choice between two forms, what the first one misses. */
export function faultOf(issue: Issue): FieldFault {
  const branch = Array.isArray(issue.errors) ? (issue.errors as Issue[][])[0]?.[0] : undefined
  if (issue.code === 'invalid_union' && branch) return faultOf(branch)
  const { code } = issue
  const of = SIZED[String(issue.origin)] ?? 'number'
  if (code === 'too_small') return { code, rule: `${of}_min`, limit: Number(issue.minimum) }
  if (code === 'too_big') return { code, rule: `${of}_max`, limit: Number(issue.maximum) }
  if (code === 'invalid_type' && (issue.expected === 'int' || issue.expected === 'number'))
    return { code, rule: issue.expected === 'int' ? 'whole_number' : 'number' }
  const rule = ruleOfMessage(issue.message) ?? FORMATS[String(issue.format)]
  return rule ? { code, rule } : { code }
}

/** The same for an issue of `safeParse`. */
export const faultOfIssue = (issue: z.core.$ZodIssue): FieldFault => faultOf(issue as Issue)
