import { type Control, Controller, type FieldValues, type Path } from 'react-hook-form'
import { DateField } from '../../ui/date-field.tsx'

type Props<Values extends FieldValues> = {
  control: Control<Values>
  name: Path<Values>
  label: string
  error: string | undefined
  id?: string
  readOnly?: boolean
}

/** The day of the event, in a form that holds it as `2026-11-08`, or as an empty text. */
export function AlbumEventDate<Values extends FieldValues>({ control, name, error, ...rest }: Props<Values>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <DateField
          {...rest}
          ref={field.ref}
          miw={160}
          value={field.value || null}
          error={error}
          onBlur={field.onBlur}
          // A text that is no date stays in the form, where the contract refuses it.
          onChange={(day, text) => field.onChange(day === undefined ? text : (day ?? ''))}
        />
      )}
    />
  )
}
