const links = (body: HTMLElement) => [...body.querySelectorAll<HTMLElement>('[data-row-link]')]

/** Moves the focus to a row's name: by one from where it is, or to the row with an id; `scroll`: and brings it into view. */
export function moveFocus(body: HTMLElement, where: { by: 1 | -1 } | { to: string }, scroll = true): void {
  const all = links(body)
  const rowOf = (link: HTMLElement) => link.closest<HTMLElement>('[data-row-id]')
  const at =
    'to' in where
      ? all.findIndex((link) => rowOf(link)?.dataset['rowId'] === where.to)
      : all.findIndex((link) => rowOf(link)?.contains(document.activeElement)) + where.by
  const target = all[Math.max(0, 'to' in where ? at : Math.min(at, all.length - 1))]
  if (!target || ('to' in where && at < 0)) return
  target.focus({ preventScroll: true })
  if (scroll) rowOf(target)?.scrollIntoView({ block: 'nearest' })
}

/** The row that holds the focus. */
export const rowIdInUse = (body: HTMLElement | null) =>
  body?.querySelector<HTMLElement>('[data-row-id]:focus-within')?.dataset['rowId']
