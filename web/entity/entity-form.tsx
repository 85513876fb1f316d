import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import type { z } from 'zod'
import { useLeaveClean } from '../ui/leave-clean.ts'
import { notifyDone } from '../ui/notify.tsx'
import { useScreen } from '../ui/screen.tsx'
import type { ConflictFields } from './drafts/draft-notices.tsx'
import { type SubmittedEntity, useSubmitForm } from './drafts/submit-form.ts'
import { FormFailure } from './form-failure.tsx'

type Given<Entity, Values> = {
  /** As it was loaded; undefined for a new one. */
  given: Entity | undefined
  readOnly: boolean
  /** Whether it must not be changed in the state it is in now, which an action on this screen may have changed. */
  locked?: (entity: Entity) => boolean
  /** The contract’s own, of what is typed. */
  schema: z.ZodType<unknown, Values>
  valuesOf: (entity: Entity | undefined) => Values
  /** The fields in their order: what they are called, and how a value is shown when two people changed it. */
  shown: ConflictFields<Values>
  /** The ids of the fields’ elements, and the name of the draft in this browser, begin with it. */
  prefix: string
  /** Adds one, or changes the one that is given. */
  save: (base: Entity | undefined, values: Values) => Promise<Entity>
  nameOf: (entity: Entity) => string
  /** Its address once it exists. */
  hrefOf: (entity: Entity) => string
  /** Where to go when it is gone. */
  list: string
}

/** One form to add and to change: what is typed, what was saved, what went wrong with single fields and with the whole. */
export function useEntityForm<Entity extends SubmittedEntity, Values extends FieldValues>(
  props: Given<Entity, Values>,
) {
  const { given, schema, valuesOf, prefix, nameOf } = props
  const { t } = useLingui()
  const { navigate } = useScreen()
  const [entity, setEntity] = useState(given)
  const readOnly = props.readOnly || (entity !== undefined && props.locked?.(entity) === true)
  const leaveClean = useLeaveClean(props.list)
  const shown = Object.fromEntries(
    Object.entries(props.shown).map(([name, look]) => [name, { id: `${prefix}-${name}`, ...look }]),
  ) as ConflictFields<Values>
  const { form, draft, dirty, notices, failure, submit } = useSubmitForm<Entity, Values>({
    entity,
    schema,
    valuesOf,
    shown,
    draftKey: readOnly ? undefined : `${prefix}/${entity?.id ?? 'new'}`,
    save: props.save,
    onSaved: (saved, isNew) => {
      setEntity(saved)
      const name = nameOf(saved)
      notifyDone(isNew ? t`Added: ${name}` : t`Saved: ${name}`)
      if (isNew) navigate(props.hrefOf(saved), { replace: true, sameScreen: true })
    },
  })
  const { isSubmitting, errors } = form.formState

  const errorOf = (name: keyof Values & string) => form.errorOf(name as Path<Values>)
  /** What an input takes whose value is handed in and out. */
  const look = (name: keyof Values & string) => ({
    id: `${prefix}-${name}`,
    label: shown[name].label,
    readOnly,
    error: errorOf(name),
  })
  return {
    form,
    draft,
    /** As it was last saved; undefined while it does not exist. */
    entity,
    readOnly,
    dirty,
    look,
    /** What an input takes that keeps its own value. */
    field: <Name extends keyof Values & string>(name: Name) => ({
      ...look(name),
      ...form.register(name as Name & Path<Values>),
    }),
    /** It changed by an action of this person: what is typed stays, the rest follows. */
    follow: (next: Entity) => {
      setEntity(next)
      draft.follow(valuesOf(next))
    },
    /** To the list; what is typed is given up. */
    leave: () => {
      draft.discard()
      leaveClean()
    },
    /** What the frame of the form takes. */
    frame: (texts: { isNew: string; add: string }) => ({
      title: entity ? nameOf(entity) : texts.isNew,
      saveLabel: readOnly ? undefined : entity ? t`Save` : texts.add,
      busy: isSubmitting,
      dirty,
      comesBack: true,
      onSave: () => {
        if (!readOnly) void submit()
      },
      errors: (Object.keys(shown) as (keyof Values & string)[]).flatMap((name) => {
        const message = errors[name] && errorOf(name)
        return message ? [{ target: `${prefix}-${name}`, label: shown[name].label, message }] : []
      }),
      failure: failure !== undefined && <FormFailure error={failure} />,
      notices,
    }),
  }
}
