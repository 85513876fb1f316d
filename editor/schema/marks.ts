import { InputRule, type InputRuleMatch, Mark, Node, PasteRule, type PasteRuleMatch } from '@tiptap/core'
import { Code } from '@tiptap/extension-code'
import { Bold } from '@tiptap/extension-bold'
import { Italic } from '@tiptap/extension-italic'
import { Strike } from '@tiptap/extension-strike'
import { Underline } from '@tiptap/extension-underline'
import { Link } from '@tiptap/extension-link'
import { Highlight } from '@tiptap/extension-highlight'
import { Subscript } from '@tiptap/extension-subscript'
import { Superscript } from '@tiptap/extension-superscript'
import { isPlausibleAddress, linkWhatIsTyped, linkWithoutPunctuation, withSpaces } from '../autolink.ts'
import { addressOf } from '../link-address.ts'
import { readKept } from './kept-attributes.ts'

/**
 * Tags only: the usual rules also read font-weight and the like from styles, which would add tags to an old article. Signs in
 * pasted text are read as Markdown or not at all (`pasted-text.ts`): rules of their own would also find them in “5 * 3 * 2”.
 */
const fromTags = (...tags: string[]) => ({
  parseHTML: () => tags.map((tag) => ({ tag })),
  addPasteRules: () => [],
})

/** An inline element that is no mark of ours (abbr, kbd, small, span with a class…). It stays what it was. */
export const KeptInline = Mark.create({
  name: 'keptInline',
  excludes: '',
  addAttributes: () => ({ tag: { default: 'span', rendered: false }, kept: { default: null, rendered: false } }),
  parseHTML: () =>
    'span,small,abbr,acronym,kbd,q,cite,var,samp,ins,del,big,tt,dfn,time,bdi,bdo,font,a:not([href])'
      .split(',')
      .map((tag) => ({
        tag,
        priority: 30,
        getAttrs: (element: HTMLElement) => {
          const kept = readKept(element)
          return tag === 'span' && !kept ? false : { tag: element.localName, kept }
        },
      })),
  renderHTML: ({ mark }) => [mark.attrs.tag as string, (mark.attrs.kept as Record<string, string> | null) ?? {}, 0],
})

/** An element that is there for its class alone: an icon, the tint over a picture. A mark would lose it, having no text. */
export const EmptyInline = Node.create({
  name: 'emptyInline',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: false,
  addAttributes: () => ({ tag: { default: 'span', rendered: false }, kept: { default: null, rendered: false } }),
  parseHTML: () =>
    ['span', 'i'].map((tag) => ({
      tag,
      priority: 70,
      getAttrs: (element: HTMLElement) => {
        const kept = element.childNodes.length === 0 ? readKept(element) : null
        return kept ? { tag, kept } : false
      },
    })),
  renderHTML: ({ node }) => [node.attrs.tag as string, (node.attrs.kept as Record<string, string> | null) ?? {}],
})

/** Text colour, and only that: a span with more in its style is kept as it is. */
export const TextColor = Mark.create({
  name: 'textColor',
  addAttributes: () => ({ color: { default: null, rendered: false } }),
  parseHTML: () => [
    {
      tag: 'span[style]',
      priority: 60,
      getAttrs: (element) => {
        const { style } = element
        return style.length === 1 && style.color && element.attributes.length === 1 ? { color: style.color } : false
      },
    },
  ],
  renderHTML: ({ mark }) => ['span', { style: `color: ${mark.attrs.color as string}` }, 0],
})

type Finder<Found> = (text: string) => Found | null | undefined

/** Of `[text](address)`: the address as the link dialog would complete it; what it would refuse stays text. */
function withAddress<Match extends InputRuleMatch | PasteRuleMatch>(match: Match): Match | null {
  if (!match.data?.['markdown']) return match
  const href = addressOf(String(match.data['href']))
  return href ? { ...match, data: { ...match.data, href } } : null
}

const completed = (find: Finder<InputRuleMatch>) => (text: string) => {
  const match = find(text)
  return match ? withAddress(match) : null
}

const completedAll = (find: Finder<PasteRuleMatch[]>) => (text: string) => {
  const isMarkdown = (match: PasteRuleMatch) => Boolean(match.data?.['markdown'])
  const written = (find(text) ?? []).filter(isMarkdown)
  const overlaps = ({ index, text: found }: PasteRuleMatch) =>
    written.some((one) => index < one.index + one.text.length && one.index < index + found.length)
  const plain = (find(withSpaces(text)) ?? []).filter((match) => !isMarkdown(match) && !overlaps(match))
  return [...written, ...plain].flatMap((match) => withAddress(withHttps(match)) ?? [])
}

/** What is pasted without a scheme gets the one that typed text gets. */
const withHttps = (match: PasteRuleMatch): PasteRuleMatch =>
  match.data?.['href'] === `http://${match.text}`
    ? { ...match, data: { ...match.data, href: `https://${match.text}` } }
    : match

export const marks = [
  Bold.extend(fromTags('strong', 'b')),
  Italic.extend(fromTags('em', 'i')),
  Strike.extend(fromTags('s', 'strike')),
  Underline.extend(fromTags('u')),
  Subscript.extend(fromTags('sub')),
  Superscript.extend(fromTags('sup')),
  Highlight.extend({ ...fromTags('mark'), addAttributes: () => ({}) }),
  Code.extend({ excludes: '', addPasteRules: () => [] }),
  Link.configure({
    openOnClick: false,
    defaultProtocol: 'https',
    HTMLAttributes: { rel: null, target: null, class: null },
    markdownLinks: true,
    shouldAutoLink: isPlausibleAddress,
  }).extend({
    // Who links the last word and writes on does not write the link's text.
    inclusive: () => false,
    // Where words lead is no look of theirs: clearing the formatting keeps it.
    clearable: false,
    addProseMirrorPlugins() {
      return (this.parent?.() ?? []).map(linkWhatIsTyped).map(linkWithoutPunctuation)
    },
    addInputRules() {
      return (this.parent?.() ?? []).map(
        ({ find, handler, undoable }) =>
          new InputRule({ find: completed(find as Finder<InputRuleMatch>), handler, undoable: undoable ?? true }),
      )
    },
    addPasteRules() {
      return (this.parent?.() ?? []).map(
        ({ find, handler }) =>
          new PasteRule({
            find: completedAll(find as Finder<PasteRuleMatch[]>),
            // What came as a link leads where it led, also where its text is an address.
            handler: (props) =>
              props.state.doc.rangeHasMark(props.range.from, props.range.to, this.type) ? undefined : handler(props),
          }),
      )
    },
    addAttributes: () => ({ href: { default: null }, target: { default: null }, rel: { default: null } }),
  }),
  TextColor,
  KeptInline,
]
