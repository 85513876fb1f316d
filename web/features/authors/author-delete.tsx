import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Author } from '#contract/authors.ts'
import { ApiError } from '../../api/call.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { useOfferUndo } from '../../entity/undo.ts'
import { paths } from '../../paths.ts'
import { notifyFailure } from '../../ui/notify.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { SentenceGap } from '../../ui/sentence-gap.tsx'
import { useNamesChanged } from '../taxonomy/name-api.ts'
import { useDeleteAuthor } from './author-api.ts'

type Named = Pick<Author, 'id' | 'displayName' | 'uses'>
type Used = Named & { albums: number }
type Given = { onDone?: () => void; onMerge: (author: Named) => void }

/** Deletes an author at once, with undo; of one who is in use says so and offers what can be done instead. */
export function useAuthorDeletion({ onDone, onMerge }: Given) {
  const { t } = useLingui()
  const [used, setUsed] = useState<Used>()
  const remove = useDeleteAuthor()
  const offerUndo = useOfferUndo(useNamesChanged())
  const problemText = useProblemText()

  const run = async (author: Named) => {
    try {
      const { undo } = await remove.mutateAsync(author.id)
      offerUndo(t`Deleted “${author.displayName}”`, undo)
      onDone?.()
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'in_use')
        return setUsed({ ...author, albums: albumsIn(failure.problem?.reasons) })
      const { sentence, requestId } = problemText(failure)
      notifyFailure(sentence, requestId)
    }
  }
  const start = (author: Named) => {
    if (author.uses > 0) setUsed({ ...author, albums: 0 })
    else void run(author)
  }
  const close = () => setUsed(undefined)
  const dialog = used && (
    <Modal
      opened
      onClose={close}
      title={t`“${used.displayName}” cannot be deleted`}
      size="sm"
      centered
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Stack gap="md">
        <Text size="sm">
          {used.uses > 0 && (
            <Plural value={used.uses} one="# article carries this byline." other="# articles carry this byline." />
          )}
          <SentenceGap />
          {used.uses === 0 && used.albums === 0 && <Trans>Articles carry this byline.</Trans>}
          {used.albums > 0 && (
            <Plural
              value={used.albums}
              one="# album names this photographer."
              other="# albums name this photographer."
            />
          )}
          <SentenceGap />
          <Trans>Give them to another author, or make this author part of another.</Trans>
        </Text>
        {used.albums > 0 ? (
          <Anchor component={ScreenLink} size="sm" to={`${paths.albums}?photographer=${used.id}`}>
            <Trans>Show the albums</Trans>
          </Anchor>
        ) : (
          <Anchor component={ScreenLink} size="sm" to={`${paths.articles}?author=${used.id}`}>
            <Trans>Show the articles</Trans>
          </Anchor>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            data-autofocus
            onClick={() => {
              close()
              onMerge(used)
            }}
          >
            <Trans>Merge</Trans>
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
  return { start, dialog }
}

/** How many albums the refusal speaks of: `albums: 2`. */
const albumsIn = (reasons: readonly string[] = []): number =>
  Number(reasons.map((reason) => /^albums: (\d+)$/.exec(reason)?.[1]).find(Boolean) ?? 0)
