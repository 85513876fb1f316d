import { useLingui } from '@lingui/react/macro'
import { IconChevronRight, IconDots, IconGripVertical } from '@tabler/icons-react'
import { type CSSProperties, memo, useEffect, useId, useRef, useState } from 'react'
import type { Refused, Renaming } from './category-naming.ts'
import classes from './category-tree.module.css'
import { cutAtMatch, type DropZone, type TreeRow } from './category-tree-rows.ts'
import { isOfComposition } from '../../ui/composition.ts'

type Props = {
  row: TreeRow
  search: string
  selected: boolean
  /** The one row that Tab reaches. */
  reachable: boolean
  writable: boolean
  renaming: Renaming | undefined
  /** Texts were typed about it that are not saved. */
  unsaved: boolean
  drop: DropZone | undefined
  dragged: boolean
  onRename: (id: string, name: string | undefined) => string | undefined
}

/** How far a row is indented. */
export const levelStyle = (level: number) => ({ '--level': level }) as CSSProperties

/** One category: fold, name, counts. What is done with it, the tree hears by itself. */
export const CategoryRow = memo(function CategoryRow(props: Props) {
  const { row, search, selected, reachable, writable, renaming, unsaved, drop, dragged, onRename } = props
  const { item, level, open, place, siblings } = row
  const { t, i18n } = useLingui()
  const number = (value: number) => i18n.number(value)
  const cut = cutAtMatch(item.name, search)
  return (
    <div
      role="row"
      className={classes.row}
      data-id={item.id}
      data-drop={drop}
      data-dragged={dragged || undefined}
      aria-level={level}
      aria-posinset={place}
      aria-setsize={siblings}
      aria-expanded={open}
      aria-selected={selected}
      tabIndex={reachable ? 0 : -1}
      style={levelStyle(level)}
    >
      <div role="gridcell" className={classes.name}>
        {writable && (
          <span className={classes.grip} data-act="grip" aria-hidden>
            <IconGripVertical size={14} />
          </span>
        )}
        <span className={classes.fold} data-act={open === undefined ? undefined : 'fold'} aria-hidden>
          {open !== undefined && <IconChevronRight size={16} />}
        </span>
        {renaming ? (
          <NameField
            name={item.name}
            label={t`Name`}
            refused={renaming.refused}
            opened={renaming}
            onDone={(name) => onRename(item.id, name)}
          />
        ) : (
          <span className={classes.label}>
            {cut ? (
              <>
                {cut[0]}
                <mark>{cut[1]}</mark>
                {cut[2]}
              </>
            ) : (
              item.name
            )}
          </span>
        )}
        {unsaved && <span className={classes.unsaved} role="img" aria-label={t`Not saved yet`} />}
      </div>
      <div role="gridcell" className={classes.count}>
        {number(item.own)}
      </div>
      <div role="gridcell" className={classes.count}>
        {number(item.total)}
      </div>
      <div role="gridcell" className={classes.more}>
        <button type="button" tabIndex={reachable ? 0 : -1} data-act="more" aria-label={t`Details of “${item.name}”`}>
          <IconDots size={16} aria-hidden />
        </button>
      </div>
    </div>
  )
})

type NameFieldProps = {
  name: string
  label: string
  /** What was typed before and could not be saved. */
  refused: Refused | undefined
  /** Another one takes the focus again. */
  opened: object
  /** Answers why the name is refused: the field stays, and says it. */
  onDone: (name: string | undefined) => string | undefined
}

/** Types a name in place: Enter keeps it, Escape does not, leaving keeps it. */
export function NameField({ name, label, refused, opened, onDone }: NameFieldProps) {
  const [text, setText] = useState(refused?.name ?? name)
  const [why, setWhy] = useState(refused?.why)
  const whyId = useId()
  const input = useRef<HTMLInputElement>(null)
  const done = useRef(false)
  const comesBack = refused !== undefined
  useEffect(() => {
    done.current = false
    // Someone who types has gone on to something else.
    if (comesBack && document.activeElement?.matches('input, textarea')) return
    input.current?.focus()
    input.current?.select()
  }, [opened, comesBack])
  const finish = (value: string | undefined) => {
    if (done.current) return
    const trimmed = value?.trim()
    const refusal = onDone(trimmed && trimmed !== name ? trimmed : undefined)
    setWhy(refusal)
    done.current = refusal === undefined
  }
  const leave = (field: HTMLInputElement) => {
    // It was said already.
    if (why === undefined && field.checkVisibility()) finish(text)
  }
  return (
    <div className={classes.naming}>
      <input
        className={classes.input}
        aria-label={label}
        aria-invalid={why !== undefined}
        aria-describedby={why && whyId}
        value={text}
        maxLength={80}
        autoComplete="off"
        ref={input}
        onChange={(event) => {
          setText(event.currentTarget.value.replace(/[\t\r\n]+/g, ' '))
          setWhy(undefined)
        }}
        onBlur={(event) => leave(event.currentTarget)}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (isOfComposition(event.nativeEvent)) return
          if (event.key === 'Enter') finish(text)
          if (event.key === 'Escape') finish(undefined)
        }}
      />
      {why && (
        <span id={whyId} role="alert" className={classes.refusal}>
          {why}
        </span>
      )}
    </div>
  )
}
