import { useLingui } from '@lingui/react/macro'
import { Modal, Skeleton } from '@mantine/core'
import { EmptyState } from '../../ui/empty-state.tsx'
import { usePreview } from './article-api.ts'
import { PreviewFrame, PreviewWidthChoice, usePreviewWidth } from './article-preview-frame.tsx'
import classes from './article-preview.module.css'
import { useArticleProblemText } from './article-words.ts'

type Props = { article: { id: string; title: string }; onClose: () => void }

/** The article as a reader would see it, as wide as a desktop or a phone. */
export function ArticlePreviewDialog({ article, onClose }: Props) {
  const { t } = useLingui()
  const preview = usePreview(article.id)
  const [width, setWidth] = usePreviewWidth()
  const problemText = useArticleProblemText()
  return (
    <Modal
      opened
      onClose={onClose}
      size={920}
      title={t`Preview: ${article.title || t`Untitled`}`}
      closeButtonProps={{ 'aria-label': t`Close` }}
      classNames={{ title: classes.dialogTitle, body: classes.dialogBody }}
    >
      <div className={classes.tools}>
        <PreviewWidthChoice width={width} onChange={setWidth} />
      </div>
      {preview.data ? (
        <PreviewFrame html={preview.data.html} width={width} />
      ) : preview.isError ? (
        <EmptyState kind="failed" title={t`The preview could not be made`}>
          {problemText(preview.error).sentence}
        </EmptyState>
      ) : (
        <Skeleton height="100%" radius={0} />
      )}
    </Modal>
  )
}
