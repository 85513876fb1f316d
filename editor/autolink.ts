import { combineTransactionSteps, findChildrenInRange, getChangedRanges } from '@tiptap/core'
import { Fragment, Slice } from '@tiptap/pm/model'
import { Plugin, type EditorState, type Transaction } from '@tiptap/pm/state'
import { AddMarkStep } from '@tiptap/pm/transform'
import { addressOf } from './link-address.ts'

const SCHEME = /^[a-z][a-z\d+.-]*:/i
/** Long endings that are hardly ever the beginning of a sentence or a file's kind. */
const LONG = 'com,net,org,edu,gov,mil,int,info,biz,dev,app,cloud,online,site,xyz'.split(',')
/** Endings of countries that are English words or kinds of files: with more before or behind only. */
const DOUBTFUL = 'ad,am,as,at,be,by,cc,do,gs,in,is,it,la,ma,md,me,ml,my,no,pa,pl,ps,py,rs,sh,so,st,tf,to,us'.split(',')

/** Punctuation of Chinese and Japanese, which has no space before it and is no part of an address. */
const PUNCTUATION = /[\u3001-\u3003\u3008-\u3011\u3014-\u301f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65“”…—]/g

/** Chinese, Japanese and Korean words, which have no space around an address; a host that begins with one is left whole. */
const WORDS =
  /(https?:\/\/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]\S*)|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/giu

const withoutPunctuation = (text: string) => text.replace(PUNCTUATION, ' ')
/** Text of the same length in which addresses begin and end where their sentence does. */
export const withSpaces = (text: string): string =>
  withoutPunctuation(text).replace(
    WORDS,
    (found: string, whole: string | undefined) => whole ?? ' '.repeat(found.length),
  )

const addressIn = (text: string) => withoutPunctuation(text).split(' ', 1)[0] ?? ''

/**
 * Whether text without a scheme is meant as an address: it ends like one, and not like a sentence whose next word follows without
 * a space. `www.`, a path or a subdomain say enough.
 */
export function isPlausibleAddress(found: string): boolean {
  const text = addressIn(found)
  if (SCHEME.test(text) || text.includes('@')) return true
  const [host = '', rest] = text.split(/(?=[/?#:])(.*)/s)
  const labels = host.split('.')
  const ending = labels.at(-1) ?? ''
  if (labels.length < 2 || /^\d+$/.test(ending)) return false
  if (/^www\./i.test(host)) return true
  if (LONG.includes(ending)) return true
  const isCountry = /^[a-z]{2}$/.test(ending) || !/^[a-z\d-]*$/i.test(ending)
  return isCountry && (!DOUBTFUL.includes(ending) || labels.length > 2 || (rest?.length ?? 0) > 1)
}

/** Where pasted text begins or ends; what is typed there is on the given side of it. */
interface Seam {
  pos: number
  side: 1 | -1
}

const isPaste = (tr: Transaction) => /^(paste|drop)$/.test(String(tr.getMeta('uiEvent')))

/**
 * Links what looks like an address, as `plugin` does, but never text that was typed together with text that was pasted: these are
 * two sentences. Behind a typed scheme it is an address. What is pasted is read by the paste rules.
 */
export function linkWhatIsTyped(plugin: Plugin): Plugin {
  const { appendTransaction } = plugin.spec
  if (!appendTransaction) return plugin
  const own: Plugin<Seam[]> = new Plugin<Seam[]>({
    ...plugin.spec,
    state: {
      init: () => [],
      apply: (tr, seams, before) => (tr.docChanged ? seamsAfter(tr, seams, before) : seams),
    },
    appendTransaction(transactions, before, state) {
      const isPrevented = transactions.some((tr) => isPaste(tr) || Boolean(tr.getMeta('preventAutolink')))
      if (isPrevented || before.doc.eq(state.doc)) return null
      const mixed = typedWords(transactions, before, state).filter(({ text }) => withSpaces(text) !== text)
      const linked = mixed.length === 0 ? appendTransaction.call(plugin, transactions, before, state) : null
      const found = mixed.length === 0 ? linksOf(linked) : mixed.flatMap((word) => linksIn(word, state))
      const seams = own.getState(state) ?? []
      const { tr } = state
      for (const { from, to, href } of found) {
        const text = state.doc.textBetween(from, to)
        if (!SCHEME.test(text) && seams.some(({ pos }) => pos > from && pos < to)) continue
        tr.addMark(from, to, state.schema.marks['link']!.create({ href }))
      }
      return tr.steps.length > 0 ? tr : null
    },
  })
  return own
}

interface FoundLink {
  from: number
  to: number
  href: string
}

const linksOf = (linked: Transaction | null | undefined): FoundLink[] =>
  ((linked?.steps ?? []) as AddMarkStep[]).map(({ from, to, mark }) => ({ from, to, href: String(mark.attrs['href']) }))

interface Word {
  from: number
  text: string
}

/** The words that end at what was typed: a space, or the end of a paragraph. */
function typedWords(transactions: readonly Transaction[], before: EditorState, { doc }: EditorState): Word[] {
  const changed = getChangedRanges(combineTransactionSteps(before.doc, [...transactions]))
  return changed.flatMap(({ newRange }): Word[] => {
    const [block, next] = findChildrenInRange(doc, newRange, (node) => node.isTextblock)
    if (!block || (!next && !/\s$/.test(doc.textBetween(newRange.from, newRange.to, ' ', ' ')))) return []
    const start = block.pos + 1
    const end = next ? block.pos + block.node.nodeSize - 1 : newRange.to
    const text = doc.textBetween(start, end, undefined, ' ').trimEnd()
    const word = /\S+$/.exec(text)
    return word ? [{ from: start + word.index, text: word[0] }] : []
  })
}

/** The addresses in a word of letters that have no spaces between words: not in code, and not what is a link already. */
function linksIn({ from, text }: Word, { doc, schema }: EditorState): FoundLink[] {
  const { link, code } = schema.marks
  return [...withSpaces(text).matchAll(/\S+/g)].flatMap((piece): FoundLink[] => {
    const [before = '', address = ''] = /^(["'([{<]*)(.*?)[.,;:!?'")\]}>]*$/.exec(piece[0])?.slice(1) ?? []
    const href = isPlausibleAddress(address) ? addressOf(address) : null
    const begin = from + piece.index + before.length
    const end = begin + address.length
    const isTaken = [link, code].some((mark) => mark && doc.rangeHasMark(begin, end, mark))
    return href === null || isTaken ? [] : [{ from: begin, to: end, href }]
  })
}

/** An address that is pasted onto chosen words becomes theirs by `plugin`: without the punctuation that was copied with it. */
export function linkWithoutPunctuation(plugin: Plugin): Plugin {
  const { props } = plugin.spec
  const paste = props?.handlePaste
  if (!paste) return plugin
  return new Plugin({
    ...plugin.spec,
    props: {
      ...props,
      handlePaste(view, event, slice) {
        const text = slice.content.textBetween(0, slice.content.size)
        const address = addressIn(text)
        const isFollowed = address !== '' && address !== text && withoutPunctuation(text).trim() === address
        const meant = isFollowed ? new Slice(Fragment.from(view.state.schema.text(address)), 0, 0) : slice
        return paste.call(plugin, view, event, meant)
      },
    },
  })
}

const MOST_SEAMS = 100

function seamsAfter(tr: Transaction, seams: Seam[], before: EditorState): Seam[] {
  const moved = seams.flatMap((seam) => {
    const { pos, deletedAcross } = tr.mapping.mapResult(seam.pos, seam.side)
    return deletedAcross ? [] : [{ ...seam, pos }]
  })
  if (!isPaste(tr)) return moved
  const pasted = getChangedRanges(combineTransactionSteps(before.doc, [tr])).flatMap(({ newRange }): Seam[] => [
    { pos: newRange.from, side: 1 },
    { pos: newRange.to, side: -1 },
  ])
  return [...moved, ...pasted].slice(-MOST_SEAMS)
}
