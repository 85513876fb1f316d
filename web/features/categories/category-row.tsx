import { useLingui } from '@lingui/react/macro'
import { IconChevronRight, IconDots, IconGripVertical } from '@tabler/icons-react'
import { type CSSProperties, memo, useEffect, useRef, useState } from 'react'
import classes from './category-tree.module.css'
import { cutAtMatch, type DropZone, type TreeRow } from './category-tree-rows.ts'

type Props = {
  row: TreeRow
  search: string
  selected: boolean
  /** The one row that Tab reaches. */
  reachable: boolean
  writable: boolean
  renaming: boolean
  /** Texts were typed about it that are not saved. */
  unsaved: boolean
  drop: DropZone | undefined
  dragged: boolean
  onRename: (id: string, name: string | undefined) => void
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
          <NameField name={item.name} label={t`Name`} onDone={(name) => onRename(item.id, name)} />
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

/** Types a name in place: Enter keeps it, Escape does not, leaving keeps it. */
export function NameField({
  name,
  label,
  onDone,
}: {
  name: string
  label: string
  onDone: (name: string | undefined) => void
}) {
  const [text, setText] = useState(name)
  const input = useRef<HTMLInputElement>(null)
  const done = useRef(false)
  useEffect(() => {
    done.current = false
    input.current?.focus()
    input.current?.select()
  }, [])
  const finish = (value: string | undefined) => {
    if (done.current) return
    done.current = true
    const trimmed = value?.trim()
    onDone(trimmed && trimmed !== name ? trimmed : undefined)
  }
  return (
    <input
      className={classes.input}
      aria-label={label}
      value={text}
      maxLength={80}
      autoComplete="off"
      ref={input}
      onChange={(event) => setText(event.currentTarget.value.replace(/[\t\r\n]+/g, ' '))}
      onBlur={(event) => event.currentTarget.checkVisibility() && finish(text)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') finish(text)
        if (event.key === 'Escape') finish(undefined)
      }}
    />
  )
}
