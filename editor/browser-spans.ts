import { Extension } from '@tiptap/core'
import { DOMParser, DOMSerializer, type Mark, type Node, type TagParseRule } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'

/** The elements of the article are known by what the editor keeps with each one that it drew. */
const isOfArticle = (element: HTMLElement) => 'pmViewDesc' in element && element.pmViewDesc !== undefined

const marksIn = new WeakMap<Node, { mark: Mark; element: HTMLElement }[]>()

/** Each mark of a text once, and how it is drawn. */
function drawnMarks(doc: Node) {
  const known = marksIn.get(doc)
  if (known) return known
  const marks: Mark[] = []
  doc.descendants((node) => {
    for (const mark of node.marks) if (!marks.some((other) => other.eq(mark))) marks.push(mark)
  })
  const drawn = marks.flatMap((mark) => {
    const { dom } = DOMSerializer.renderSpec(document, mark.type.spec.toDOM!(mark, true))
    return dom instanceof HTMLElement ? [{ mark, element: dom }] : []
  })
  marksIn.set(doc, drawn)
  return drawn
}

/** The mark whose element the browser drew again, with more styles or fewer. */
function markOf(element: HTMLElement, doc: Node): Mark | undefined {
  const others = ({ attributes }: HTMLElement) =>
    [...attributes]
      .flatMap(({ name, value }) => (name === 'style' ? [] : [`${name}=${value}`]))
      .toSorted()
      .join()
  const same = (own: HTMLElement) =>
    [...own.style].filter((name) => own.style.getPropertyValue(name) === element.style.getPropertyValue(name)).length
  const [found] = drawnMarks(doc)
    .filter(({ element: own }) => own.localName === element.localName && others(own) === others(element))
    // A span is nothing but its style.
    .filter(({ element: own }) => own.localName !== 'span' || own.style.length === 0 || same(own) > 0)
    .toSorted((a, b) => same(b.element) - same(a.element))
  return found?.mark
}

/**
 * Where the browser edits by itself, as for Backspace on the keyboard of a phone, it joins two blocks and draws the words of the second
 * one again, with their look: `<span style="font-size: 1.5em">`, `<strong style="font-size: 1.5em">`. The person asked for no
 * such style, so it is not read; a mark that was there stays what it was.
 */
export const BrowserSpans = Extension.create({
  name: 'browserSpans',
  addProseMirrorPlugins() {
    const { editor } = this
    const { schema } = editor
    const { rules } = DOMParser.fromSchema(schema)
    const drawnAgain = Object.keys(schema.marks).map((name): TagParseRule => ({
      tag: '*',
      mark: name,
      getAttrs: (element) => {
        const mark = isOfArticle(element) ? undefined : markOf(element, editor.state.doc)
        return mark?.type.name === name ? mark.attrs : false
      },
    }))
    const domParser = new DOMParser(schema, [
      ...drawnAgain,
      { tag: 'span[style]', skip: true, getAttrs: (element) => (isOfArticle(element) ? false : null) },
      ...rules,
    ])
    // What is pasted would be read as what the browser drew: a colour that was cut would be gone.
    return [new Plugin({ props: { domParser, clipboardParser: DOMParser.fromSchema(schema) } })]
  },
})
