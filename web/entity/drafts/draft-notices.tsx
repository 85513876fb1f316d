import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { listed } from '../../ui/listed.ts'
import { offerUndo } from '../../ui/notify.tsx'
import type { Draft } from './draft.ts'
import { FieldConflict } from './field-conflict.tsx'
import { RestoredNotice } from './restored-notice.tsx'

type FieldAppearance = {
  label: string
  /** Id of the field's element, which gets the focus when its conflict is resolved. */
  id?: string
}
/** Free text and lists of texts show themselves; of all else the form says how. */
type FieldShown<Value> = FieldAppearance &
  ([string, Value] extends [Value, string]
    ? { show?: (value: Value) => ReactNode }
    : [Value] extends [readonly string[]]
      ? { show?: (value: Value) => ReactNode }
      : { show: (value: Value) => ReactNode })
/** For every field of a form: what it is called, and how a value is shown beside another one. */
export type ConflictFields<Fields> = { readonly [Name in keyof Fields]-?: FieldShown<Fields[Name]> }

type Props<Fields extends object> = {
  draft: Draft<Fields>
  shown: ConflictFields<Fields>
  /** Counts how often conflicts prevented saving: each time the first one gets the focus. */
  asked: number
  onResolved?: ((name: keyof Fields) => void) | undefined
}

/** What an earlier visit left, and what two people changed, above the fields of a form. */
export function DraftNotices<Fields extends object>({ draft, shown, asked, onResolved }: Props<Fields>) {
  const { t, i18n } = useLingui()
  const { restored, conflicts, fields, changedBy } = useSyncExternalStore(draft.subscribe, draft.get)
  const first = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (asked > 0) first.current?.focus()
  }, [asked])
  const names = (Object.keys(shown) as (keyof Fields & string)[]).filter((name) => conflicts[name])
  const display = (name: keyof Fields, value: Fields[keyof Fields]): ReactNode => {
    const { show } = shown[name] as { show?: (value: Fields[keyof Fields]) => ReactNode }
    if (show) return show(value)
    return Array.isArray(value) ? listed(value, i18n.locale) : String(value ?? '')
  }
  if (!restored && names.length === 0) return null
  return (
    <div>
      {restored && (
        <RestoredNotice
          at={restored.at}
          onUndo={() => offerUndo(t`The text from your earlier visit is removed`, draft.undoRestore())}
        />
      )}
      {names.map((name, at) => (
        <FieldConflict
          key={name}
          ref={at === 0 ? first : undefined}
          label={shown[name].label}
          kind={conflicts[name]!.from}
          changedBy={changedBy}
          other={display(name, conflicts[name]!.other)}
          mine={display(name, fields[name])}
          onResolve={(keepMine) => {
            draft.resolve(name, keepMine)
            onResolved?.(name)
            const { id } = shown[name]
            if (id) requestAnimationFrame(() => document.getElementById(id)?.focus())
          }}
        />
      ))}
    </div>
  )
}
