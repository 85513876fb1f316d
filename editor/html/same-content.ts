const SAME: Record<string, string> = { b: 'strong', i: 'em', strike: 's' }
const MAY_GO = new Set(['p', 'tbody', 'colgroup', 'col', 'span', 'label'])

/** Whether `after` still says everything that `before` says: the text, every element, and every attribute. */
export function sameContent(before: ParentNode & Node, after: ParentNode & Node): boolean {
  if (textOf(before) !== textOf(after)) return false
  const left = countsOf(after)
  for (const [what, count] of countsOf(before)) if ((left.get(what) ?? 0) < count) return false
  return true
}

const textOf = (node: Node) => (node.textContent ?? '').replace(/[ \t\r\n\f]+/g, '')

function countsOf(root: ParentNode): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    const tag = SAME[element.localName] ?? element.localName
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
