import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form'

/**
 * The form after a save: what was sent is what is saved now, and what was typed while the save was under way stays, to
 * be saved next.
 */
export function takeSaved<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'getValues' | 'setValue' | 'reset'>,
  sent: Values,
  saved: Values,
): void {
  const now = form.getValues()
  const isSent = (name: string) => JSON.stringify(now[name]) === JSON.stringify(sent[name])
  form.reset(saved as DefaultValues<Values> & Values, { keepValues: true })
  for (const name of Object.keys(saved))
    form.setValue(name as Path<Values>, (isSent(name) ? saved : now)[name], { shouldDirty: true })
}
