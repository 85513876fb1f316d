import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCodeText } from '../../api/problem-text.tsx'
import { listed } from '../../ui/listed.ts'
import { notifyDone, notifyFailure } from '../../ui/notify.tsx'
import { useUndoArticles } from './article-api.ts'
import { useArticleProblemText } from './article-words.ts'

type Left = { title: string; code: string | null }

/** So many articles are named; the others are counted. */
const NAMED_MOST = 3

/** Undoes steps, the last one first, and says what became of it: by name, which articles stay as they are. */
export function useArticleUndo(): (steps: readonly string[]) => Promise<void> {
  const { t, i18n } = useLingui()
  const undo = useUndoArticles()
  const codeText = useCodeText()
  const problemText = useArticleProblemText()

  const whyLeft = (left: readonly Left[]): string => {
    const quoted = left.slice(0, NAMED_MOST).map(({ title }) => `“${title || t`Untitled`}”`)
    const more = left.length - quoted.length
    if (more > 0) quoted.push(t({ message: plural(more, { one: '# more', other: '# more' }) }))
    const names = listed(quoted, i18n.locale)
    const [code] = left.map((one) => one.code)
    if (left.every((one) => one.code === 'stale_version'))
      return t`Left as it is, because someone changed it since: ${names}.`
    if (left.every((one) => one.code === 'slug_taken'))
      return t`Left as it is, because another article has its address by now: ${names}.`
    return t`Left as it is: ${names}. ${codeText(code ?? 'unexpected')}`
  }

  return async (steps) => {
    try {
      let restored = 0
      const left: Left[] = []
      for (const step of steps.toReversed()) {
        const part = await undo.mutateAsync(step)
        restored += part.restored
        left.push(...part.left)
      }
      if (left.length === 0) notifyDone(t`Undone`)
      else if (restored === 0) notifyFailure(whyLeft(left))
      else {
        const done = t({ message: plural(restored, { one: 'Undone for # article.', other: 'Undone for # articles.' }) })
        notifyFailure(`${done} ${whyLeft(left)}`)
      }
    } catch (error) {
      const { sentence, requestId } = problemText(error)
      notifyFailure(sentence, requestId)
    }
  }
}
