import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { EntityMissing } from '../../entity/entity-missing.tsx'
import { useOpenedId } from '../../entity/opened-id.ts'
import { paths } from '../../paths.ts'
import { useMe, useSetup } from '../session/session-api.ts'
import { useArticle } from './article-api.ts'
import classes from './article-edit.module.css'
import { ArticleEditor } from './article-editor.tsx'
import { UnsavedTexts } from './unsaved-texts.tsx'

/** Write a new article, or go on with one: the same screen. */
export function ArticleEditPage() {
  const { t } = useLingui()
  const id = useOpenedId()
  const me = useMe()
  const setup = useSetup()
  const article = useArticle(id)
  if (article.isError)
    return (
      <>
        <EntityMissing
          heading={t`Article`}
          missing={t`This article does not exist`}
          why={t`The address may be wrong, the article may be deleted permanently, or you may not see it.`}
          failed={t`This article cannot be shown`}
          list={paths.articles}
          back={t`Back to the articles`}
          // Articles have a store of their own.
          draftKey={undefined}
          error={article.error}
          onRetry={article.refetch}
        />
        {me && (
          <div className={classes.unsaved}>
            <UnsavedTexts user={me.id} article={id} />
          </div>
        )}
      </>
    )
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
