const SAME: Record<string, string> = { b: 'strong', i: 'em', strike: 's' }
const MARKS =
  'a,abbr,acronym,bdi,bdo,big,cite,code,del,dfn,em,font,ins,kbd,mark,q,s,samp,small,span,strong,sub,sup,time,tt,u,var'.split(
    ',',
  )
const MAY_GO = new Set(['p', 'tbody', 'colgroup', 'col', 'span', 'label'])

/** Whether `after` says what `before` says: the same text, elements and attributes; only wrappers may come or go. */
export function sameContent(before: ParentNode & Node, after: ParentNode & Node): boolean {
  if (textOf(before) !== textOf(after)) return false
  const [asked, got] = [countsOf(before), countsOf(after)]
  return asked.size === got.size && [...asked].every(([what, count]) => got.get(what) === count)
}

const textOf = (node: Node) => (node.textContent ?? '').replace(/[ \t\r\n\f]+/g, '')

function countsOf(root: ParentNode): Map<string, number> {
  const counts = new Map<string, number>()
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    const tag = SAME[element.localName] ?? element.localName
    // One mark may be written as two neighbours, so what counts is how much text it covers.
    const weight = MARKS.includes(tag) ? textOf(element).length : 0
    const add = (what: string) => counts.set(what, (counts.get(what) ?? 0) + (weight || 1))
    if (!MAY_GO.has(tag)) add(tag)
    for (const { name, value } of element.attributes) {
      if (name === 'class') for (const token of element.classList) add(`${tag}.${token}`)
      else if (name === 'style')
        for (const property of element.style) add(`${tag}{${property}:${element.style.getPropertyValue(property)}}`)
      else if (!isNoise(tag, name, value)) add(`${tag}[${name}=${value}]`)
    }
  }
  return counts
}

const isNoise = (tag: string, name: string, value: string) =>
  ((name === 'colspan' || name === 'rowspan') && value === '1') ||
  (tag === 'ol' && name === 'start' && value === '1') ||
  tag === 'label' ||
  name === 'colwidth'
