import { Button, Modal } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Confirm } from '../confirm.tsx'
import { BulkBar } from '../data-table/bulk-bar.tsx'
import type { Column } from '../data-table/column.ts'
import { DataTable } from '../data-table/data-table.tsx'
import { DisplayMenu } from '../data-table/display-menu.tsx'
import { ListFrame } from '../data-table/list-frame.tsx'
import { useRowSelection } from '../data-table/row-selection.ts'
import type { ListShape } from '../list-address.ts'
import { useListState } from '../list-state.ts'

export type Dish = { id: string; name: string; price: number }
export const dishes = Array.from({ length: 60 }, (_, at): Dish => ({
  id: `d${at + 1}`,
  name: `Dish ${at + 1}`,
  price: at,
}))

const shape: ListShape = {
  filters: { warm: /^true$/ },
  sorts: ['name', 'price'],
  defaultSort: 'name',
  columns: ['price'],
}
const columns: Column<Dish>[] = [
  { key: 'name', header: 'Name', sort: 'name', cell: ({ name }) => name },
  {
    key: 'price',
    header: 'Price',
    sort: 'price',
    sortFirst: 'desc',
    width: 120,
    align: 'end',
    cell: ({ price }) => price,
  },
]

/** A list of another product: that ui/ knows no article is what it shows. */
export function DishList({
  onEaten,
  loading = false,
  total = 60,
  exact = true,
  eatenLeaves = false,
  asks = false,
  drawsLots = false,
  bulkActions = ['Cook'],
  onBulk,
}: {
  onEaten?: (dish: Dish) => void
  loading?: boolean
  total?: number
  exact?: boolean
  /** Whether a dish that was eaten is gone from the list. */
  eatenLeaves?: boolean
  /** Whether a dialog asks before a dish is eaten. */
  asks?: boolean
  /** Whether there is a button with a dialog that leaves the page instead of closing. */
  drawsLots?: boolean
  bulkActions?: readonly string[]
  onBulk?: (label: string) => void
}) {
  const list = useListState(shape)
  const { page, pageSize, q } = list.state
  const [eaten, setEaten] = useState<readonly string[]>([])
  const found = useMemo(() => dishes.filter(({ id, name }) => name.includes(q) && !eaten.includes(id)), [q, eaten])
  const rows = useMemo(() => found.slice((page - 1) * pageSize, page * pageSize), [found, page, pageSize])
  const count = q ? found.length : total - eaten.length
  const shown = { items: rows, total: count, totalIsExact: exact }
  const select = useRowSelection<Dish>(list, { data: shown, isPlaceholderData: false })
  const eat = (dish: Dish) => {
    onEaten?.(dish)
    if (eatenLeaves) setEaten([...eaten, dish.id])
  }
  const [asked, setAsked] = useState<Dish>()
  const [drawing, setDrawing] = useState(false)
  return (
    <ListFrame
      title="Dishes"
      page={shown}
      list={list}
      searchLabel="Search dishes"
      display={<DisplayMenu list={list} columns={columns} />}
      filters={drawsLots && <Button onClick={() => setDrawing(true)}>Draw lots</Button>}
      bulk={
        (select.selection.all || select.selection.rows.size > 0) && (
          <BulkBar
            select={select}
            page={shown}
            most={500}
            actions={bulkActions.map((label) => ({ key: label, label, icon: null, run: () => onBulk?.(label) }))}
          />
        )
      }
    >
      <DataTable
        label="Dishes"
        columns={columns}
        rows={loading ? undefined : rows}
        stale={false}
        list={list}
        select={select}
        rowName={({ name }) => name}
        rowHref={({ id }) => `/dishes/${id}`}
        actionsOf={(dish) => [
          { key: 'eat', label: 'Eat', icon: '×', quick: true, run: () => (asks ? setAsked(dish) : eat(dish)) },
        ]}
        empty={<p>No dish is called that</p>}
      />
      <Confirm
        opened={asked !== undefined}
        title={`Eat ${asked?.name ?? ''}?`}
        confirmLabel="Eat it"
        onConfirm={async () => asked && eat(asked)}
        onClose={() => setAsked(undefined)}
      >
        It is gone then.
      </Confirm>
      {drawing && (
        <Modal opened onClose={() => setDrawing(false)} title="Lots">
          <Button onClick={() => setDrawing(false)}>Dish 7 it is</Button>
        </Modal>
      )}
    </ListFrame>
  )
}
