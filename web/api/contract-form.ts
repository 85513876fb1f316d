import { zodResolver } from '@hookform/resolvers/zod'
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, get, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from './call.ts'
import { useFieldText } from './problem-text.tsx'

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
    resolver: zodResolver(schema as never) as never,
  })
  const { errors } = form.formState
  return {
    ...form,
    errorOf: (name) => {
      const found = firstOf(get(errors, name))
      if (!found) return undefined
      const empty = form.getValues(name) === ''
      return fieldText({ code: empty ? 'required' : typeof found.type === 'string' ? found.type : 'custom' })
    },
    /** Puts what the server found wrong beside its fields; false when it named none of this form's. */
    show: (error) => {
      const fields = error instanceof ApiError ? (error.problem?.fields ?? []) : []
      const own = fields.filter(({ path }) => fieldOf(path) in form.getValues())
      for (const { path, code } of own) form.setError(path as Path<Values>, { type: code }, { shouldFocus: true })
      return own.length > 0
    },
  }
}

/** The field of the form that `links.0.url` belongs to. */
const fieldOf = (path: string): string => path.split('.')[0] ?? path

type Found = { type?: unknown }
/** Of a list with a wrong entry, what is wrong with the first one. */
const firstOf = (found: Found | (Found | undefined)[] | undefined): Found | undefined =>
  Array.isArray(found) ? found.find((one) => one !== undefined) : found
