import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { useContractForm } from '../../api/contract-form.ts'
import { mayHaveArrived } from './create-key.ts'
import type { Draft } from './draft.ts'
import { differing } from './draft-merge.ts'
import type { ConflictFields } from './draft-notices.tsx'
import { staleState, useDraft } from './use-draft.tsx'

type Options<Entity, Values extends FieldValues> = {
  /** The newest state that is known; undefined for a new item. */
  entity: Entity | undefined
  /** The contract’s own, of what is typed. */
  schema: z.ZodType<unknown, Values>
  valuesOf: (entity: Entity | undefined) => Values
  shown: ConflictFields<Values>
  /** See `useDraft`. */
  draftKey: string | undefined
  /**
   * @param changed the values that differ from `base`, as they are sent
   * @param key of a new item, for the call that makes it
   */
  save: (base: Entity | undefined, values: Values, changed: Partial<Values>, key: string | undefined) => Promise<Entity>
  /** Told after each save. */
  onSaved: (saved: Entity, isNew: boolean) => void
  /** Told of a newer state that the server named when it refused a save. */
  onNewer?: (current: Entity) => void
}
/** What the form needs to know of an item. */
export type SubmittedEntity = { id: string; version: number; updatedBy: { name: string } | null }

/** A form that is saved at a button: its fields are a draft, checked by the contract before they are sent. */
export function useSubmitForm<Entity extends SubmittedEntity, Values extends FieldValues>(
  options: Options<Entity, Values>,
) {
  const { entity, schema, valuesOf, shown, draftKey } = options
  const form = useContractForm<Values>(schema, valuesOf(entity) as DefaultValues<Values>)
  const [failure, setFailure] = useState<unknown>()
  const { draft, dirty, conflicts, notices, askNow } = useDraft<Values>({
    draftKey,
    stored: valuesOf(entity),
    version: entity?.version,
    changedBy: entity?.updatedBy?.name,
    shown,
  })
  useBoundForm(form, draft)
  const newest = useRef(entity)
  useEffect(() => {
    if (entity && entity.version > (newest.current?.version ?? 0)) newest.current = entity
  })

  const send = async () => {
    setFailure(undefined)
    const base = newest.current
    let saved: Entity | undefined
    try {
      await draft.send(
        {
          save: async (changed, _base, key) => {
            const values = (await schema.parseAsync({ ...draft.get().fields, ...changed })) as Values
            const names = Object.keys(changed) as (keyof Values)[]
            const parts = Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>
            saved = await options.save(newest.current, values, parts, key)
            newest.current = saved
            return valuesOf(saved)
          },
          theirsIn: (error) => {
            const stale = staleState<Entity>(error)
            if (!stale) return undefined
            newest.current = stale.current
            options.onNewer?.(stale.current)
            return { fields: valuesOf(stale.current), changedBy: stale.changedBy }
          },
          mayHaveArrived,
        },
        { always: base === undefined },
      )
      const { conflicts: open, dirty: isDirty } = draft.get()
      if (Object.keys(open).length > 0 && !saved) return askNow()
      // Nothing differed: it is saved already.
      const now = saved ?? (isDirty ? undefined : base)
      if (now) options.onSaved(now, entity === undefined)
    } catch (error) {
      if (!form.show(error)) setFailure(error)
    }
  }
  const submit = () => form.handleSubmit(send)()
  return { form, draft, dirty, conflicts, notices, failure, submit }
}

/** Keeps the fields of a form and a draft the same: what is typed goes one way, what is merged or restored the other. */
export function useBoundForm<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'getValues' | 'setValue' | 'subscribe' | 'getFieldState' | 'trigger'>,
  draft: Draft<Values>,
): void {
  const latestForm = useEffectEvent(() => form)
  useEffect(() => {
    const { getValues, setValue, subscribe, getFieldState, trigger } = latestForm()
    let isShowing = false
    const show = () => {
      const { fields } = draft.get()
      isShowing = true
      for (const key of differing<Values>(fields, getValues())) {
        const name = key as Path<Values>
        setValue(name, structuredClone(fields[key]) as PathValue<Values, Path<Values>>, { shouldDirty: true })
        if (getFieldState(name).error) void trigger(name)
      }
      isShowing = false
    }
    show()
    const stopDraft = draft.subscribe(show)
    const stopForm = subscribe({
      formState: { values: true },
      callback: () => {
        if (!isShowing) draft.change(structuredClone(getValues()))
      },
    })
    return () => {
      stopDraft()
      stopForm()
    }
  }, [draft])
}
