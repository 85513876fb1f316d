/** Which photos are chosen. `anchor` is where a range starts, `cursor` where the keyboard is. */
export type SetSelection = { ids: ReadonlySet<string>; anchor: string | undefined; cursor: string | undefined }

export const noneSelected: SetSelection = { ids: new Set(), anchor: undefined, cursor: undefined }

/** `only`: this one alone. `toggle`: this one too, or not any more. `range`: all from the anchor to this one. */
export type SelectBy = 'only' | 'toggle' | 'range'

/** The selection after a click or a key on one photo. A range without an anchor in the order starts at this photo. */
export function selectOne(selection: SetSelection, order: readonly string[], id: string, by: SelectBy): SetSelection {
  if (by === 'only') return { ids: new Set([id]), anchor: id, cursor: id }
  if (by === 'toggle') {
    const ids = new Set(selection.ids)
    if (!ids.delete(id)) ids.add(id)
    return { ids, anchor: id, cursor: id }
  }
  const to = order.indexOf(id)
  const anchor = selection.anchor !== undefined && order.includes(selection.anchor) ? selection.anchor : id
  const from = order.indexOf(anchor)
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { ids: new Set(range), anchor, cursor: id }
}

/** Everything in the order, the cursor where it was. */
export const selectAll = (selection: SetSelection, order: readonly string[]): SetSelection => ({
  ...selection,
  ids: new Set(order),
})

/** Without those that are not in the order any more; the same object where nothing left. */
export function keepPresent(selection: SetSelection, order: readonly string[]): SetSelection {
  const here = new Set(order)
  const stays = (id: string | undefined) => (id !== undefined && here.has(id) ? id : undefined)
  const ids = [...selection.ids].filter((id) => here.has(id))
  const [anchor, cursor] = [stays(selection.anchor), stays(selection.cursor)]
  if (ids.length === selection.ids.size && anchor === selection.anchor && cursor === selection.cursor) return selection
  return { ids: new Set(ids), anchor, cursor }
}
