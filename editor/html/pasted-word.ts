const unwrap = (element: Element) => element.replaceWith(...element.childNodes)

/**
 * Without comments, as a parser reads them: those that hold drawings hold copies of what follows, and in the others only the condition
 * is a comment, not what it is about. `<!--[if !vml]--><img><!--[endif]-->` is a picture.
 */
export const withoutComments = (html: string): string => html.replace(/<!--(?:-?>|[\s\S]*?(?:-->|$))/g, '')

export const isOfWord = (html: string): boolean => /urn:schemas-microsoft-com:office:word|\bclass=["']?Mso/i.test(html)

/** Marginal notes of a review: their marks in the text, and the list of them below it. */
const REVIEW =
  '[style*="mso-element:comment-list"], .MsoCommentReference, .msocomanchor, [style*="mso-special-character:comment"]'

/** A text under review is pasted as it is with its changes, and without what its reviewers say about it. */
export function acceptChanges(box: HTMLElement): void {
  for (const gone of box.querySelectorAll(`${REVIEW}, del, .msoDel`)) gone.remove()
  for (const added of box.querySelectorAll('ins')) unwrap(added)
}

/** What is not seen in Word: hidden text, and the row that Word writes below a table with merged cells for the widths of its columns. */
export function withoutHidden(box: HTMLElement): void {
  for (const hidden of box.querySelectorAll('[style*="mso-hide:all"]')) hidden.remove()
  for (const row of box.querySelectorAll('tr[height="0"]')) if (!row.textContent?.trim()) row.remove()
}

/** Tabs and runs of spaces, which programs write as non-breaking ones, are one space: they would hold the words of a line together. */
export function narrowGaps(box: HTMLElement): void {
  const gaps = '[style*="mso-tab-count"], [style*="mso-spacerun"], .Apple-tab-span, .Apple-converted-space'
  for (const gap of box.querySelectorAll(gaps)) {
    const text = gap.textContent ?? ''
    const isTyped = gap.matches('.Apple-converted-space') && text.length === 1
    if (!isTyped && !text.trim()) gap.replaceWith(' ')
  }
}

interface OpenList {
  element: HTMLElement
  /** Word's number of the list, such as `l0`; lists of other numbers are other lists. */
  id: string
}

const BULLET = /^[·•o§\-–]?\s*$/u
const NUMBER = /^\(?\w{1,4}[.)]\s*$/u
/** Digits, letters with a sign behind them, and Chinese numerals; Word's bullets are single letters of fonts with signs. */
const COUNTED = /^[(（第]?\s*(?:\d|[a-z]{1,6}[.)、）]|[一二三四五六七八九十百〇零甲乙丙丁戊己庚辛壬癸]+)/i

/**
 * Word writes list items as paragraphs whose style says `mso-list:l0 level1`, and puts the bullet or number into the text.
 * Another number of the list or another kind of marker begins another list. What is indented like an item and has no marker goes
 * on with the item above.
 */
export function makeLists(box: HTMLElement): void {
  let open: OpenList[] = []
  for (const line of box.querySelectorAll<HTMLElement>('p')) {
    // A heading, a table or the end of a cell between two items ends the list, whatever its number.
    if (open[0]?.element.nextElementSibling !== line) open = []
    const [, id = '', level = '0'] = /mso-list:\s*(l\d+)?[^;]*?level(\d)/.exec(line.getAttribute('style') ?? '') ?? []
    const ownMarker = line.querySelector<HTMLElement>('span[style*="mso-list"]')
    const marker = ownMarker ?? line.firstElementChild
    const markerText = marker?.textContent?.trim() ?? ''
    const isMarker = Boolean(ownMarker) || BULLET.test(markerText) || NUMBER.test(markerText)
    const isLikeItem = /MsoListParagraph/.test(line.className)
    if (!(Number(level) > 0 || (isLikeItem && markerText && isMarker))) {
      const item = open.at(-1)?.element.lastElementChild
      if (isLikeItem && item) appendParagraph(item, line)
      else open = []
      continue
    }
    const depth = Math.max(1, Number(level))
    const text = (marker?.textContent ?? line.textContent ?? '').trim()
    const tag = COUNTED.test(text) ? 'ol' : 'ul'
    // Of “1.2.” the second one.
    const [, start] = /(\d+)\D*$/.exec(text) ?? []
    if (isMarker) marker?.remove()
    const same = open[depth - 1]
    open = open.slice(0, same && (same.element.localName !== tag || same.id !== id) ? depth - 1 : depth)
    while (open.length < depth) {
      const list = box.ownerDocument.createElement(tag)
      if (tag === 'ol' && open.length === depth - 1 && Number(start) > 1) list.setAttribute('start', start!)
      const around = open.at(-1)?.element
      if (around) (around.lastElementChild ?? around).append(list)
      else line.before(list)
      open.push({ element: list, id })
    }
    const item = box.ownerDocument.createElement('li')
    item.append(...line.childNodes)
    open.at(-1)!.element.append(item)
    line.remove()
  }
}

function appendParagraph(item: Element, line: Element) {
  if (!item.querySelector(':scope > p')) {
    const first = item.ownerDocument.createElement('p')
    first.append(...item.childNodes)
    item.append(first)
  }
  item.append(line)
}
