import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { SearchTermDraft } from '#contract/search-rank.ts'
import { paths } from '../../paths.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'

/** Who started an article for a term and when; the words are a link for people who may open it. */
export function TermDraftLine({ draft: { article, isPublished, startedBy, startedAt } }: { draft: SearchTermDraft }) {
  const { t } = useLingui()
  const name = startedBy?.name ?? t`someone`
  const opens = (words: ReactNode) =>
    article ? (
      <Anchor component={ScreenLink} inherit to={paths.article(article.id)} title={article.title}>
        {words}
      </Anchor>
    ) : (
      words
    )
  return (
    <>
      {opens(isPublished ? t`Published, started by ${name}` : t`Draft started by ${name}`)}
      {t`, `}
      <RelativeTime value={startedAt} />
    </>
  )
}

type Props = {
  term: string
  drafts: readonly SearchTermDraft[]
  busy: boolean
  onOpen: (id: string) => void
  onAnother: () => void
  onClose: () => void
}

/** Says that an article for the term was started already, before a second one is. */
export function TermDraftDialog({ term, drafts, busy, onOpen, onAnother, onClose }: Props) {
  const { t } = useLingui()
  const open = drafts.find(({ article }) => article)?.article
  return (
    <Modal
      opened
      onClose={() => !busy && onClose()}
      title={t`A draft for “${term}” exists`}
      centered
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Stack gap="md">
        <Stack gap={4}>
          {drafts.map((draft) => (
            <Text size="sm" key={draft.startedAt}>
              <TermDraftLine draft={{ ...draft, article: null }} />
              {draft.article && <>: {t`“${draft.article.title}”`}</>}
            </Text>
          ))}
        </Stack>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={busy} onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="default" loading={busy} onClick={onAnother}>
            <Trans>Start another</Trans>
          </Button>
          {open && (
            <Button disabled={busy} data-autofocus onClick={() => onOpen(open.id)}>
              <Trans>Open the draft</Trans>
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}
