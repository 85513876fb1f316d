import { useLingui } from '@lingui/react/macro'
import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../../api/call.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useScreen } from '../../ui/screen.tsx'
import { useMe, useSetup } from '../session/session-api.ts'
import { useArticle } from './article-api.ts'
import classes from './article-edit.module.css'
import { ArticleEditor } from './article-editor.tsx'
import { useArticleProblemText } from './article-words.ts'

/** Write a new article, or go on with one: the same screen. */
export function ArticleEditPage() {
  const { t } = useLingui()
  const { params, navigate } = useScreen()
  // A new article gets its address while it is being written; it is not loaded for that.
  const [id] = useState(params['id'])
  const me = useMe()
  const setup = useSetup()
  const article = useArticle(id)
  const problemText = useArticleProblemText()
  if (article.isError) {
    const code = article.error instanceof ApiError ? article.error.code : undefined
    // An address that cannot be an article's is refused before the server looks; to the reader it is the same.
    const isMissing = code === 'not_found' || code === 'invalid_input'
    return (
      <>
        <VisuallyHidden component="h1">{t`Article`}</VisuallyHidden>
        {isMissing ? (
          <EmptyState
            kind="nothing"
            title={t`This article does not exist`}
            action={<Button onClick={() => navigate(paths.articles)}>{t`Back to the articles`}</Button>}
          >
            {t`The address may be wrong, the article may be deleted for good, or you may not see it.`}
          </EmptyState>
        ) : (
          <EmptyState
            kind="failed"
            title={t`This article cannot be shown`}
            action={<Button onClick={() => void article.refetch()}>{t`Try again`}</Button>}
          >
            {problemText(article.error).sentence}
          </EmptyState>
        )}
      </>
    )
  }
  if (!me || !setup.data || (id && !article.data)) return <WritingSkeleton />
  return <ArticleEditor initial={article.data} me={me} editorHomeUrl={setup.data.editorHomeUrl} />
}

/** The true layout, shown only when loading takes a moment. */
function WritingSkeleton() {
  return (
    <div className={classes.skeleton} aria-hidden>
      <Skeleton height={36} width="70%" />
      <Skeleton height={20} width="45%" />
      <Skeleton height={280} />
    </div>
  )
}
