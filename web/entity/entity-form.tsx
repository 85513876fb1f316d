import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import type { z } from 'zod'
import { useContractForm } from '../api/contract-form.ts'
import { useLeaveClean } from '../ui/leave-clean.ts'
import { notifyDone } from '../ui/notify.tsx'
import { useScreen } from '../ui/screen.tsx'
import { FormFailure } from './form-failure.tsx'
import { takeSaved } from './take-saved.ts'

type Given<Entity, Values> = {
  /** As it was loaded; undefined for a new one. */
  given: Entity | undefined
  readOnly: boolean
  /** The contract’s own, of what is typed. */
  schema: z.ZodType<unknown, Values>
  valuesOf: (entity: Entity | undefined) => Values
  /** The fields in their order, as people call them. */
  labels: { readonly [Name in keyof Values]?: string }
  /** The ids of the fields’ elements begin with it. */
  prefix: string
  /** Adds one, or changes the one that is given. */
  save: (base: Entity | undefined, values: Values) => Promise<Entity>
  nameOf: (entity: Entity) => string
  /** Where it stands once it exists. */
  hrefOf: (entity: Entity) => string
  /** Where to go when it is gone. */
  list: string
}

/**
 * One form to add and to change: what is typed, what was saved, what went wrong with single fields and with the whole.
 * Of a change by somebody else it says who, and lets the person choose.
 */
export function useEntityForm<Entity, Values extends FieldValues>(props: Given<Entity, Values>) {
  const { given, readOnly, schema, valuesOf, labels, prefix, nameOf } = props
  const { t } = useLingui()
  const { navigate } = useScreen()
  const [entity, setEntity] = useState(given)
  const [failure, setFailure] = useState<unknown>()
  const leaveClean = useLeaveClean(props.list)
  const form = useContractForm<Values>(schema, valuesOf(given) as never)
  const { isDirty, isSubmitting, errors } = form.formState

  const take = (next: Entity) => {
    setEntity(next)
    form.reset(valuesOf(next))
  }
  const saveOver = (base: Entity | undefined) =>
    form.handleSubmit(async (values) => {
      setFailure(undefined)
      const sent = form.getValues()
      try {
        const saved = await props.save(base, values as Values)
        setEntity(saved)
        takeSaved(form, sent, valuesOf(saved))
        const name = nameOf(saved)
        notifyDone(base ? t`Saved: ${name}` : t`Added: ${name}`)
        if (!base) navigate(props.hrefOf(saved), { replace: true, sameScreen: true })
      } catch (error) {
        if (!form.show(error)) setFailure(error)
      }
    })()

  const errorOf = (name: keyof Values & string) => form.errorOf(name as Path<Values>)
  /** What an input takes whose value is handed in and out. */
  const look = (name: keyof Values & string) => ({
    id: `${prefix}-${name}`,
    label: labels[name] ?? '',
    readOnly,
    error: errorOf(name),
  })
  return {
    form,
    /** As it was last saved; undefined while it does not exist. */
    entity,
    dirty: isDirty,
    look,
    /** What an input takes that keeps its own value. */
    field: <Name extends keyof Values & string>(name: Name) => ({
      ...look(name),
      ...form.register(name as Name & Path<Values>),
    }),
    /** It changed by what was done here: what is typed stays, the rest follows. */
    follow: (next: Entity) => {
      setEntity(next)
      form.reset(valuesOf(next), { keepDirtyValues: true })
    },
    /** To the list; what is typed is given up. */
    leave: () => {
      form.reset()
      leaveClean()
    },
    /** What the frame of the form takes. */
    frame: (texts: { isNew: string; add: string }) => ({
      title: entity ? nameOf(entity) : texts.isNew,
      saveLabel: readOnly ? undefined : entity ? t`Save` : texts.add,
      busy: isSubmitting,
      dirty: isDirty,
      onSave: () => {
        if (!readOnly) void saveOver(entity)
      },
      errors: (Object.keys(labels) as (keyof Values & string)[]).flatMap((name) => {
        const message = errors[name] && errorOf(name)
        return message ? [{ target: `${prefix}-${name}`, label: labels[name] ?? '', message }] : []
      }),
      failure: failure !== undefined && (
        <FormFailure<Entity>
          error={failure}
          onTake={(current) => {
            take(current)
            setFailure(undefined)
          }}
          onKeep={(current) => {
            setEntity(current)
            void saveOver(current)
          }}
        />
      ),
    }),
  }
}
