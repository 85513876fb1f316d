import { toNestErrors } from '@hookform/resolvers'
import {
  type DefaultValues,
  type FieldError,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  get,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import { type FieldFault, faultOfIssue } from '#contract/field-faults.ts'
import { ApiError } from './call.ts'
import { useFieldText } from './field-text.ts'

/** A form checked by the contract's own schema, with its errors in the person's language beside the fields. */
export function useContractForm<Values extends FieldValues>(
  schema: z.ZodType<unknown, Values>,
  defaultValues: DefaultValues<Values>,
): UseFormReturn<Values> & { errorOf: (name: Path<Values>) => string | undefined; show: (error: unknown) => boolean } {
  const fieldText = useFieldText()
  const form = useForm<Values>({
    defaultValues,
    // Nothing is red before the first attempt; after it, errors go away while typing.
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    resolver: resolverOf(schema),
  })
  const { errors } = form.formState
  return {
    ...form,
    errorOf: (name) => {
      const found = firstOf(get(errors, name))
      if (!found) return undefined
      if (form.getValues(name) === '') return fieldText({ code: 'required' })
      return fieldText(found.fault ?? { code: typeof found.type === 'string' ? found.type : 'custom' })
    },
    /** Puts what the server found wrong beside its fields; false when it named none of this form's. */
    show: (error) => {
      const fields = error instanceof ApiError ? (error.problem?.fields ?? []) : []
      const own = fields.filter(({ path }) => fieldOf(path) in form.getValues())
      for (const { path, code, rule, limit } of own)
        form.setError(path as Path<Values>, errorWith({ code, rule, limit }), { shouldFocus: true })
      return own.length > 0
    },
  }
}

/** The field of the form that `links.0.url` belongs to. */
const fieldOf = (path: string): string => path.split('.')[0] ?? path

/** An error of the form that keeps what is wrong, with its limit. */
const errorWith = (fault: FieldFault): FieldError & { fault: FieldFault } => ({ type: fault.code, fault })

/** Checks by the contract's schema; of several faults of a field, the first one counts. */
const resolverOf =
  <Values extends FieldValues>(schema: z.ZodType<unknown, Values>): Resolver<Values> =>
  async (values, _context, options) => {
    const parsed = await schema.safeParseAsync(values)
    if (parsed.success) return { values: parsed.data as Values, errors: {} }
    const errors: Record<string, FieldError> = {}
    for (const issue of parsed.error.issues) errors[issue.path.join('.')] ??= errorWith(faultOfIssue(issue))
    return { values: {}, errors: toNestErrors<Values>(errors, options) }
  }

type Found = { type?: unknown; fault?: FieldFault }
/** What is wrong with a field; of a list or a group of fields, with the first part that is wrong. */
function firstOf(found: Found | (Found | undefined)[] | undefined): Found | undefined {
  if (!found || typeof found !== 'object') return undefined
  if (!Array.isArray(found) && (found.fault || typeof found.type === 'string')) return found
  for (const part of Object.values(found) as (Found | undefined)[]) {
    const first = firstOf(part)
    if (first) return first
  }
  return undefined
}
