import { useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import type { z } from 'zod'
import { useProblemText } from '../api/problem-text.tsx'
import { FormFrame } from '../ui/form-frame.tsx'
import { FormSkeleton } from '../ui/form-skeleton.tsx'
import { useLeaveClean } from '../ui/leave-clean.ts'
import { notifyDone, notifyFailure, offerUndo } from '../ui/notify.tsx'
import { useScreen } from '../ui/screen.tsx'
import type { ConflictFields } from './drafts/draft-notices.tsx'
import { type SubmittedEntity, useSubmitForm } from './drafts/submit-form.ts'
import { EntityMissing, type MissingTexts } from './entity-missing.tsx'
import { FormFailure } from './form-failure.tsx'
import { useOpenedId } from './opened-id.ts'

type PageProps<Entity> = MissingTexts & {
  /** Loads one: `useOne` of `entityApi`. */
  useOne: (id: string | undefined) => UseQueryResult<Entity>
  /** The names of its drafts in this browser begin with it, as in its form. */
  prefix: string
  /** Undefined while it is not known yet: whether the person may write. */
  mayWrite: boolean | undefined
  /** The form, of the one that was loaded or of a new one. */
  children: (entity: Entity | undefined, readOnly: boolean) => ReactNode
}

/** The screen of a form: one that exists, or a new one, and what is shown until it is loaded. */
export function EntityPage<Entity>({ useOne, prefix, mayWrite, children, ...texts }: PageProps<Entity>) {
  const id = useOpenedId()
  const asked = useOne(id)
  if (asked.isError && !asked.data)
    return <EntityMissing {...texts} draftKey={id && `${prefix}/${id}`} error={asked.error} onRetry={asked.refetch} />
  if (mayWrite === undefined || (asked.isEnabled && !asked.data)) return <FormSkeleton />
  return children(asked.data, !mayWrite)
}

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
  /** What is wrong with a field in words of its own, in place of those of the schema’s rule. */
  faultText?: (name: keyof Values & string, values: Values, text: string) => string
  /** The ids of the fields’ elements, and the name of the draft in this browser, begin with it. */
  prefix: string
  /** Adds one, or changes the one that is given. */
  save: (base: Entity | undefined, values: Values, key?: string) => Promise<Entity>
  nameOf: (entity: Entity) => string
  /** Whether a change of the name offers to undo it, with what was saved beside it. */
  undoesRename?: boolean
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
  const problemText = useProblemText()
  const [entity, setEntity] = useState(given)
  const latest = useRef(given)
  const sent = useRef<{ base: Entity | undefined; names: (keyof Values)[] }>(undefined)
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
    save: (base, values, changed, key) => {
      sent.current = { base, names: Object.keys(changed) }
      return props.save(base, values, key)
    },
    onSaved: (saved, isNew) => {
      latest.current = saved
      setEntity(saved)
      const name = nameOf(saved)
      const { base, names = [] } = sent.current ?? {}
      sent.current = undefined
      if (props.undoesRename && base && nameOf(base) !== name) {
        const before = nameOf(base)
        offerUndo(t`Renamed “${before}” to “${name}”`, () => void revert(saved, base, names))
      } else notifyDone(isNew ? t`Added: ${name}` : t`Saved: ${name}`)
      if (isNew) navigate(props.hrefOf(saved), { replace: true, sameScreen: true })
    },
  })
  const follow = (next: Entity) => {
    latest.current = next
    setEntity(next)
    draft.follow(valuesOf(next))
  }
  /** Gives the fields of one save the values from before it; what was saved since in others stays. */
  const revert = async (saved: Entity, base: Entity, names: readonly (keyof Values)[]) => {
    const now = latest.current ?? saved
    const before = valuesOf(base)
    try {
      const fields = Object.fromEntries(names.map((name) => [name, before[name]])) as Partial<Values>
      follow(await props.save(now, { ...valuesOf(now), ...fields }))
      notifyDone(t`Undone`)
    } catch (error) {
      const { sentence, requestId } = problemText(error)
      notifyFailure(sentence, requestId)
    }
  }
  const { isSubmitting, errors } = form.formState

  const errorOf = (name: keyof Values & string) => {
    const text = form.errorOf(name as Path<Values>)
    return text && props.faultText ? props.faultText(name, form.getValues(), text) : text
  }
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
    follow,
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

type FormProps = {
  edit: { frame: (texts: { isNew: string; add: string }) => Omit<Parameters<typeof FormFrame>[0], 'children'> }
  /** The title while it is new, and the button that adds it. */
  texts: { isNew: string; add: string }
  /** Runs before it is saved: shows the fields, where they are not in front. False: it is not saved now. */
  beforeSave?: () => boolean | void
  /** Beside the title. */
  status?: ReactNode
  /** Beside the button that saves. */
  actions?: ReactNode
  children: ReactNode
}

/** The form of `useEntityForm` in its frame: title, buttons, what is wrong, and its fields. */
export function EntityForm({ edit, texts, beforeSave, ...rest }: FormProps) {
  const frame = edit.frame(texts)
  const onSave = () => {
    if (beforeSave?.() !== false) frame.onSave()
  }
  return <FormFrame {...frame} {...rest} onSave={onSave} />
}
