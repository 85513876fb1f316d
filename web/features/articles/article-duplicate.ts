import { useLingui } from '@lingui/react/macro'
import { paths } from '../../paths.ts'
import { notifyDone, notifyFailure, offerUndo } from '../../ui/notify.tsx'
import { useScreen } from '../../ui/screen.tsx'
import { useDuplicateArticle, useTrashArticle } from './article-api.ts'
import { useArticleProblemText } from './article-words.ts'

let newCopy: string | undefined

/** Whether this article was made as a copy just now and is opened for the first time: its title waits for another one. */
export function isNewCopy(id: string): boolean {
  if (newCopy !== id) return false
  newCopy = undefined
  return true
}

/** Makes a copy and opens it with its title selected; the message offers Undo. */
export function useDuplicate(): (article: { id: string; title: string }) => Promise<void> {
  const { t } = useLingui()
  const { navigate } = useScreen()
  const duplicate = useDuplicateArticle()
  const trash = useTrashArticle()
  const problemText = useArticleProblemText()

  const fail = (error: unknown) => {
    const { sentence, requestId } = problemText(error)
    notifyFailure(sentence, requestId)
  }
  const removeCopy = async (id: string, name: string) => {
    // The screen of the copy is left the way it was come to.
    if (window.location.pathname === paths.article(id)) window.history.back()
    try {
      await trash.mutateAsync(id)
      notifyDone(t`“${name}” is in the trash`)
    } catch (error) {
      fail(error)
    }
  }
  return async ({ id, title }) => {
    try {
      const copy = await duplicate.mutateAsync(id)
      newCopy = copy.id
      navigate(paths.article(copy.id))
      const name = title || t`Untitled`
      offerUndo(t`Duplicated “${name}”`, () => void removeCopy(copy.id, copy.title || t`Untitled`))
    } catch (error) {
      fail(error)
    }
  }
}
