import { combineTransactionSteps, getChangedRanges } from '@tiptap/core'
import { Fragment, Slice } from '@tiptap/pm/model'
import { Plugin, type EditorState, type Transaction } from '@tiptap/pm/state'
import { AddMarkStep } from '@tiptap/pm/transform'

const SCHEME = /^[a-z][a-z\d+.-]*:/i
/** Long endings that are hardly ever the beginning of a sentence or a file's kind. */
const LONG = 'com,net,org,edu,gov,mil,int,info,biz,dev,app,cloud,online,site,xyz'.split(',')
/** Endings of countries that are English words or kinds of files: with more before or behind only. */
const DOUBTFUL = 'ad,am,as,at,be,by,cc,do,gs,in,is,it,la,ma,md,me,ml,my,no,pa,pl,ps,py,rs,sh,so,st,tf,to,us'.split(',')

/** Punctuation of Chinese and Japanese, which has no space before it and is no part of an address. */
const PUNCTUATION = /[\u3001-\u3003\u3008-\u3011\u3014-\u301f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65“”…—]/g

/** Text of the same length in which addresses end where their sentence goes on. */
export const withSpaces = (text: string): string => text.replace(PUNCTUATION, ' ')

const addressIn = (text: string) => withSpaces(text).split(' ', 1)[0] ?? ''

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
      if (transactions.some(isPaste)) return null
      const linked = appendTransaction.call(plugin, transactions, before, state)
      if (!linked) return null
      const seams = own.getState(state) ?? []
      const { tr } = state
      for (const { from, to: end, mark } of linked.steps as AddMarkStep[]) {
        const found = state.doc.textBetween(from, end)
        const to = from + addressIn(found).length
        if (!SCHEME.test(found) && seams.some(({ pos }) => pos > from && pos < to)) continue
        const whole = String(mark.attrs['href'])
        const href = whole.slice(0, whole.length - (end - to))
        tr.addMark(from, to, mark.type.create({ ...mark.attrs, href }))
      }
      return tr.steps.length > 0 ? tr : null
    },
  })
  return own
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
        const isFollowed = address !== '' && address !== text && withSpaces(text).trim() === address
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
