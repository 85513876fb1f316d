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
    <Modal.Root opened onClose={onClose} size={920}>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Header>
          <div className={classes.title}>
            <Modal.Title>{t`Preview: ${article.title || t`Untitled`}`}</Modal.Title>
            <PreviewWidthChoice width={width} onChange={setWidth} />
          </div>
          <Modal.CloseButton aria-label={t`Close`} ml="sm" />
        </Modal.Header>
        <Modal.Body p={0} className={classes.inDialog}>
          {preview.data ? (
            <PreviewFrame html={preview.data.html} width={width} />
          ) : preview.isError ? (
            <EmptyState kind="failed" title={t`The preview could not be made`}>
              {problemText(preview.error).sentence}
            </EmptyState>
          ) : (
            <Skeleton height="100%" radius={0} />
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
