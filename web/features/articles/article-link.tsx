import { useLingui } from '@lingui/react/macro'
import { Modal } from '@mantine/core'
import { type ReactNode, useCallback } from 'react'
import { articleEndpoints } from '#contract/articles.ts'
import { RELEVANCE } from '#contract/list.ts'
import { call } from '../../api/call.ts'
import type { EditorConfig, PickedLink } from '../../editor/editor-adapter.ts'
import { Picker } from '../../ui/picker.tsx'
import { useQuestion } from '../../ui/question.ts'
import type { PickerOption } from '../../ui/picker-option.ts'
import { useArticleProblemText } from './article-words.ts'

const OFFERED = 20

/** On the site an article lives at its slug; the id that goes with the link outlives a new slug. */
async function searchArticles(text: string, signal: AbortSignal): Promise<PickerOption[]> {
  const query = { pageSize: OFFERED, ...(text && { q: text, sort: RELEVANCE }) }
  const { items } = await call(articleEndpoints.list, { query }, { signal })
  return items.map(({ id, title, slug }) => ({ id, label: title, detail: `/${slug}` }))
}

/** What the text editor needs to link to another article: `pickLink` for its config, and the dialog beside it. */
export function useArticleLink(): Required<Pick<EditorConfig, 'pickLink'>> & { linkDialog: ReactNode } {
  const { t } = useLingui()
  const problemText = useArticleProblemText()
  const { ask, answer, asked } = useQuestion<PickedLink, null>()
  const pickLink = useCallback(() => ask(null), [ask])
  const linkDialog = (
    <Modal
      opened={asked !== undefined}
      onClose={() => answer(null)}
      title={t`Link to an article`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Picker
        label={t`Article`}
        placeholder={t`Find an article`}
        noneText={t`No articles yet.`}
        most={1}
        startsFocused
        value={[]}
        onChange={([picked]) => picked?.detail && answer({ id: picked.id, href: picked.detail, title: picked.label })}
        search={searchArticles}
        failureText={(failure) => problemText(failure).sentence}
      />
    </Modal>
  )
  return { pickLink, linkDialog }
}
