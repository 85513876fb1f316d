const BOLD = /^(bold|bolder|[6-9]00)$/

/**
 * Word and Google Docs have bold rows where a web page has header cells: a first row that is bold throughout, or that is repeated
 * on each page, becomes one. Header cells are bold by themselves, so that of their text goes.
 */
export function makeHeaderRows(box: HTMLElement): void {
  for (const table of box.querySelectorAll('table')) {
    const [first, ...others] = table.rows
    const isMarked = (row: HTMLTableRowElement) =>
      row.parentElement?.localName === 'thead' || /mso-header/i.test(row.getAttribute('style') ?? '')
    const head = [...table.rows].filter(isMarked)
    const isHeader = first && others.length > 0 && isBoldRow(first) && !others.every(isBoldRow)
    if (isHeader && !head.includes(first)) head.unshift(first)
    for (const row of head.length < table.rows.length ? head : []) for (const cell of row.cells) asHeader(cell)
  }
}

const hasText = (cell: Node) => Boolean(cell.textContent?.trim())

/** The first cell may be an empty corner. */
function isBoldRow(row: HTMLTableRowElement): boolean {
  const [corner, ...others] = row.cells
  const withText = corner && !hasText(corner) ? others : [...row.cells]
  return withText.length > 0 && withText.every((cell) => hasText(cell) && isBold(cell))
}

function isBold(cell: HTMLElement): boolean {
  const isStyled = [cell, cell.parentElement!].some(({ style }) => BOLD.test(style.fontWeight))
  return isStyled || cell.localName === 'th' || isBoldText(cell)
}

function isBoldText(cell: HTMLElement): boolean {
  const walker = cell.ownerDocument.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
  for (let text = walker.nextNode(); text; text = walker.nextNode())
    if (hasText(text) && !text.parentElement?.closest('b, strong')) return false
  return true
}

function asHeader(cell: HTMLTableCellElement) {
  const header = cell.ownerDocument.createElement('th')
  for (const { name, value } of cell.attributes) header.setAttribute(name, value)
  header.append(...cell.childNodes)
  // Bold of a part says something of that part.
  if (isBoldText(header)) for (const bold of header.querySelectorAll('b, strong')) bold.replaceWith(...bold.childNodes)
  cell.replaceWith(header)
}

/** Widths and heights in pixels are of the program's page, and Excel names that of the first of several equal columns only. */
export function withoutWidths(box: HTMLElement): void {
  for (const columns of box.querySelectorAll('table > colgroup')) columns.remove()
  for (const part of box.querySelectorAll('table, tr, td, th'))
    for (const name of ['width', 'height']) part.removeAttribute(name)
}

/** One cell of a sheet is the text that is in it. */
export function withoutSingleCell(box: HTMLElement): void {
  const [table] = box.querySelectorAll('table')
  const [cell, ...others] = table?.querySelectorAll('td, th') ?? []
  const text = cell?.textContent?.trim()
  if (table && cell && text && others.length === 0 && !box.querySelector('img') && box.textContent?.trim() === text)
    table.replaceWith(...cell.childNodes)
}
