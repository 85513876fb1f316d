import { useLingui } from '@lingui/react/macro'
import { Modal, Skeleton } from '@mantine/core'
import { EmptyState } from '../../ui/empty-state.tsx'
import { usePreview } from './article-api.ts'
import { useArticleProblemText } from './article-words.ts'

type Props = { article: { id: string; title: string }; onClose: () => void }

/** The article as a reader would see it, in a frame that may run nothing and reach nothing. */
export function ArticlePreviewDialog({ article, onClose }: Props) {
  const { t } = useLingui()
  const preview = usePreview(article.id)
  const problemText = useArticleProblemText()
  return (
    <Modal
      opened
      onClose={onClose}
      size={920}
      title={t`Preview: ${article.title || t`Untitled`}`}
      closeButtonProps={{ 'aria-label': t`Close` }}
      styles={{ body: { padding: 0 }, title: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } }}
    >
      {preview.data ? (
        <iframe
          title={t`Preview`}
          sandbox=""
          srcDoc={preview.data.html}
          style={{ display: 'block', width: '100%', height: 'min(76vh, 900px)', border: 0, background: 'white' }}
        />
      ) : preview.isError ? (
        <EmptyState kind="failed" title={t`The preview could not be made`}>
          {problemText(preview.error).sentence}
        </EmptyState>
      ) : (
        <Skeleton height="60vh" radius={0} />
      )}
    </Modal>
  )
}
