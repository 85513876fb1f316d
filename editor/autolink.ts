import { combineTransactionSteps, getChangedRanges } from '@tiptap/core'
import { Plugin, type EditorState, type Transaction } from '@tiptap/pm/state'
import { AddMarkStep } from '@tiptap/pm/transform'

const SCHEME = /^[a-z][a-z\d+.-]*:/i
/** Long endings that are hardly ever the beginning of a sentence or a file's kind. */
const LONG = 'com,net,org,edu,gov,mil,int,info,biz,dev,app,cloud,online,site,xyz'.split(',')
/** Endings of countries that are English words or kinds of files: with more before or behind only. */
const DOUBTFUL = 'ad,am,as,at,be,by,cc,do,gs,in,is,it,la,ma,md,me,ml,my,no,pa,pl,ps,py,rs,sh,so,st,tf,to,us'.split(',')

/**
 * Whether text without a scheme is meant as an address: it ends like one, and not like a sentence whose next word follows without
 * a space. `www.`, a path or a subdomain say enough.
 */
export function isPlausibleAddress(text: string): boolean {
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
      const seams = own.getState(state) ?? []
      if (!linked || seams.length === 0) return linked
      const { tr } = state
      for (const step of linked.steps) {
        const { from, to } = step as AddMarkStep
        const hasScheme = SCHEME.test(state.doc.textBetween(from, to))
        if (hasScheme || !seams.some(({ pos }) => pos > from && pos < to)) tr.step(step)
      }
      return tr.steps.length > 0 ? tr : null
    },
  })
  return own
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
