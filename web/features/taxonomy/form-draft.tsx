import { useEffect } from 'react'
import { type Control, type FieldValues, type Path, type UseFormReturn, useFormState, useWatch } from 'react-hook-form'
import { differing, useLocalDraft } from './local-draft.ts'
import { DraftNotice } from './draft-notice.tsx'

type Props<Values extends FieldValues> = {
  form: Pick<UseFormReturn<Values>, 'control' | 'setValue' | 'getValues'>
  /** Names what the form is about, as `tag/new`. Undefined: nothing is kept. */
  thing: string | undefined
  /** Told of the fields that somebody else changed since, with what they say now, when mine are brought back. */
  onConflicts?: (theirs: Partial<Values>) => void
}

/** Keeps what is typed into a form until it is saved, and offers what an earlier visit left. */
export function FormDraft<Values extends FieldValues>({ form, thing, onConflicts }: Props<Values>) {
  const control = form.control as Control<Values>
  const values = useWatch({ control }) as Values
  const { defaultValues } = useFormState({ control })
  const { found, keep, bringBack, discard } = useLocalDraft<Values>(thing, values)
  useEffect(() => keep(values, (defaultValues ?? {}) as Values), [values, defaultValues, keep])
  if (!found) return null
  const { fields, base = {} } = found
  return (
    <DraftNotice
      at={found.at}
      onBringBack={() => {
        const now = form.getValues()
        const names = differing<Values>(fields, now)
        const others = differing<Values>(base, now).filter((name) => names.includes(name))
        for (const name of names)
          form.setValue(name as Path<Values>, fields[name] as Values[Path<Values>], {
            shouldDirty: true,
            shouldTouch: true,
          })
        if (others.length > 0)
          onConflicts?.(Object.fromEntries(others.map((name) => [name, now[name]])) as Partial<Values>)
        bringBack()
      }}
      onDiscard={discard}
    />
  )
}
