import { useLingui } from '@lingui/react/macro'
import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { PickerOption } from './picker-option.ts'
import classes from './picker.module.css'

type Props = {
  items: readonly PickerOption[]
  ordered: boolean
  disabled: boolean
  onChange: (items: PickerOption[]) => void
  /** The last item with the focus is gone: give it back to the field. */
  onDone: () => void
  /** The field, after the items. */
  children: ReactNode
}

/** Moves one item by a place; at either end nothing happens. */
export function moved<Item>(items: readonly Item[], from: number, by: 1 | -1): Item[] {
  const next = [...items]
  const to = from + by
  if (to < 0 || to >= next.length) return next
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

const sameLabel = (a: PickerOption, b: PickerOption) =>
  a.id !== b.id && a.label.toLocaleLowerCase() === b.label.toLocaleLowerCase()

/** What an item is called among others: by its label, or by all that tells it apart. */
export function shownLabel(item: PickerOption, among: readonly PickerOption[] = []): string {
  const { label, detail, sharesName, fullLabel } = item
  if (!sharesName && !among.some((other) => sameLabel(item, other))) return label
  return fullLabel ?? (detail ? `${label} · ${detail}` : label)
}

/** What is picked, each with a button to remove it and, where the order counts, to move it. */
export function PickedItems({ items, ordered, disabled, onChange, onDone, children }: Props) {
  const { t } = useLingui()
  const [said, setSaid] = useState('')
  const move = (from: number, by: 1 | -1) => {
    const next = moved(items, from, by)
    onChange(next)
    const place = next.indexOf(items[from]!) + 1
    const [label, count] = [shownLabel(items[from]!, items), next.length]
    setSaid(t`${label}: place ${place} of ${count}`)
  }
  const named = items.map((item) => ({ item, name: shownLabel(item, items) }))
  return (
    <ul className={classes.picked}>
      {named.map(({ item, name }, at) => (
        <li key={item.id} className={classes.item} title={item.detail ? `${item.label} · ${item.detail}` : item.label}>
          {ordered && items.length > 1 && (
            <button
              type="button"
              aria-label={t`Move ${name} forward`}
              aria-disabled={at === 0}
              onClick={() => move(at, -1)}
            >
              <IconChevronLeft size={12} />
            </button>
          )}
          <span className={classes.label}>{name}</span>
          {ordered && items.length > 1 && (
            <button
              type="button"
              aria-label={t`Move ${name} back`}
              aria-disabled={at === items.length - 1}
              onClick={() => move(at, 1)}
            >
              <IconChevronRight size={12} />
            </button>
          )}
          {!disabled && (
            <button
              type="button"
              aria-label={t`Remove ${name}`}
              onClick={() => {
                onChange(items.filter((one) => one.id !== item.id))
                onDone()
              }}
            >
              <IconX size={12} />
            </button>
          )}
        </li>
      ))}
      <li className={classes.last}>
        {children}
        <span role="status" className={classes.unseen}>
          {said}
        </span>
      </li>
    </ul>
  )
}
