import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Media } from '#contract/media.ts'
import { useCodeText, useProblemText } from '../../../api/problem-text.tsx'
import { notifyFailure } from '../../../ui/notify.tsx'
import { useOfferMediaUndo, useTrashMedia } from '../media-api.ts'
import { MediaUses } from '../detail/media-uses.tsx'
import classes from '../media-dialogs.module.css'
import { Thumb } from '../thumb.tsx'

type Refused = { media: Media; code: string }
type Report = { refused: readonly Refused[]; trashed: number }

/**
 * Moves pictures to the trash: at once, with undo. What stays is told of picture by picture, with where it is used.
 * Returns what starts it, whether it runs, and the report, to be shown somewhere.
 */
export function useMediaTrash(onDone?: (trashed: readonly string[]) => void) {
  const { t } = useLingui()
  const trash = useTrashMedia()
  const offerUndo = useOfferMediaUndo()
  const problemText = useProblemText()
  const [report, setReport] = useState<Report>()

  const start = async (pictures: readonly Media[]) => {
    try {
      const { trashed, refused, undo } = await trash.mutateAsync(pictures.map(({ id }) => id))
      const [first] = pictures
      if (trashed.length > 0)
        offerUndo(
          pictures.length === 1 && first
            ? t`Moved “${first.name}” to the trash`
            : t`Moved ${plural(trashed.length, { one: '# picture', other: '# pictures' })} to the trash`,
          undo,
        )
      if (refused.length > 0)
        setReport({
          trashed: trashed.length,
          refused: refused.flatMap(({ id, code }) => {
            const media = pictures.find((one) => one.id === id)
            return media ? [{ media, code }] : []
          }),
        })
      onDone?.(trashed)
    } catch (failure) {
      const { sentence, requestId } = problemText(failure)
      notifyFailure(sentence, requestId)
    }
  }
  const dialog: ReactNode = report && <TrashReport report={report} onClose={() => setReport(undefined)} />
  return { start: (pictures: readonly Media[]) => void start(pictures), busy: trash.isPending, dialog }
}

function TrashReport({ report: { refused, trashed }, onClose }: { report: Report; onClose: () => void }) {
  const { t } = useLingui()
  const codeText = useCodeText()
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={
        <Plural
          value={refused.length}
          one="# picture was left where it is"
          other="# pictures were left where they are"
        />
      }
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Stack gap="md">
        {trashed > 0 && (
          <Text size="sm">
            <Plural value={trashed} one="# picture is in the trash." other="# pictures are in the trash." />
          </Text>
        )}
        <ul className={classes.report} aria-label={t`Pictures that were left where they are`}>
          {refused.map(({ media, code }) => (
            <li key={media.id}>
              <Thumb small media={media} />
              <div>
                <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                  {media.name}
                </Text>
                {code === 'in_use' ? (
                  <MediaUses id={media.id} title={<Trans>Still used in</Trans>} onFollow={onClose} />
                ) : (
                  <Text size="sm" c="dimmed">
                    {code === 'forbidden' ? (
                      <Trans>Only its owner and editors can change this picture.</Trans>
                    ) : (
                      codeText(code)
                    )}
                  </Text>
                )}
              </div>
            </li>
          ))}
        </ul>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            <Trans>Close</Trans>
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
