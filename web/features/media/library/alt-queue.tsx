import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { Media } from '#contract/media.ts'
import { useProblemText } from '../../../api/problem-text.tsx'
import { useSaveOnLeave } from '../../../entity/drafts/save-on-leave.ts'
import { useDraft } from '../../../entity/drafts/use-draft.tsx'
import { notifyDone } from '../../../ui/notify.tsx'
import { fetchMedia, type MediaQuery } from '../media-api.ts'
import { useMediaPort } from '../detail/media-form.ts'
import { MediaListFailed } from './media-list-empty.tsx'
import { previewOf } from '../media-preview.ts'
import classes from '../media-dialogs.module.css'
import { isOfComposition } from '../../../ui/composition.ts'

const AT_ONCE = 100

/** Picture after picture without an alt text: write it, Enter, the next. What is skipped stays for another time. */
export function AltQueue({ query, onClose }: { query: MediaQuery; onClose: () => void }) {
  const { t } = useLingui()
  const narrow = useMediaQuery('(max-width: 640px)')
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const [written, setWritten] = useState(0)
  const [skipped, setSkipped] = useState(0)
  // Those that were written leave the filter, those that were skipped stay in it: they are the pages to pass over.
  const [round, setRound] = useState(0)
  const page = Math.floor(skipped / AT_ONCE) + 1
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['media', 'alt-queue', query, round],
    queryFn: ({ signal }) => fetchMedia({ ...query, missingAlt: 'true', page, pageSize: AT_ONCE }, signal),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  const open = (data?.items ?? []).filter(({ id, can }) => can.write && !seen.has(id))
  const [media] = open
  const left = data ? Math.max(open.length, data.total - (page - 1) * AT_ONCE - (data.items.length - open.length)) : 0
  const mayBeMore = data !== undefined && data.total > page * AT_ONCE

  const leave = (id: string) => setSeen(new Set([...seen, id]))
  return (
    <Modal
      opened
      onClose={onClose}
      title={t`Write alt texts`}
      size={720}
      fullScreen={Boolean(narrow)}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {isPending && <Skeleton height={360} />}
      {error && !data && <MediaListFailed error={error} onRetry={refetch} />}
      {media && (
        <Stack gap="sm">
          <Text size="sm" c="dimmed" role="status">
            <Plural value={left} one="# picture left" other="# pictures left" />
            {written > 0 && (
              <>
                {' · '}
                <Plural value={written} one="# written" other="# written" />
              </>
            )}
          </Text>
          <OnePicture
            key={media.id}
            media={media}
            onSaved={() => {
              setWritten(written + 1)
              leave(media.id)
            }}
            onSkip={() => {
              setSkipped(skipped + 1)
              leave(media.id)
            }}
          />
        </Stack>
      )}
      {data && !media && (
        <Stack align="center" py={40} gap={6}>
          <IconCircleCheck size={28} stroke={1.5} color="var(--mantine-color-dimmed)" aria-hidden />
          <Text fw={600} role="status">
            {written > 0 ? (
              <Plural value={written} one="# alt text written" other="# alt texts written" />
            ) : (
              <Trans>No picture here needs an alt text from you</Trans>
            )}
          </Text>
          <Group mt={10} gap="xs">
            {mayBeMore && (
              <Button variant="default" onClick={() => setRound(round + 1)}>
                <Trans>Go on with more</Trans>
              </Button>
            )}
            <DoneButton onClick={onClose} />
          </Group>
        </Stack>
      )}
    </Modal>
  )
}

/** The field that had the keyboard is gone. */
function DoneButton({ onClick }: { onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Button ref={button} data-autofocus onClick={onClick}>
      <Trans>Done</Trans>
    </Button>
  )
}

type Alt = Pick<Media, 'alt'>
const altOf = ({ alt }: Alt): Alt => ({ alt })

function OnePicture({ media, onSaved, onSkip }: { media: Media; onSaved: () => void; onSkip: () => void }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const id = useId()
  const label = t`Alt text`
  const { draft, fields, notices, askNow } = useDraft<Alt>({
    draftKey: `media/${media.id}/alt-queue`,
    stored: altOf(media),
    version: media.version,
    shown: { alt: { id, label } },
  })
  const { alt } = fields
  const [busy, setBusy] = useState(false)
  const [isSkipped, setSkipped] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const port = useMediaPort(media, altOf, ({ name }) => {
    // In the queue the next picture says it.
    if (!field.current) notifyDone(t`Saved: ${name}`)
  })
  // Closed with a text in the field, it is saved; what cannot be comes back with the picture.
  const leaving = useSaveOnLeave({ draft, port, itemName: media.name, saves: !isSkipped && alt.trim() !== '' })
  const problem = leaving.failure === undefined ? undefined : problemText(leaving.failure)
  // Every picture has its own field, which takes the keyboard on.
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    if (isSkipped) onSkip()
    // eslint-disable-next-line react/exhaustive-deps
  }, [isSkipped])
  const save = async (event?: FormEvent) => {
    event?.preventDefault()
    if (alt.trim() === '' || busy) return
    setBusy(true)
    const saved = await leaving.save()
    setBusy(false)
    if (saved) onSaved()
    else if (draft.get().conflicts.alt) askNow()
  }
  return (
    <form onSubmit={(event) => void save(event)}>
      <Stack gap="sm">
        <img className={classes.queued} src={previewOf(media)} alt={t`The picture to describe`} />
        <Text size="xs" c="dimmed" truncate title={media.name}>
          {media.name}
        </Text>
        {notices}
        <Textarea
          ref={field}
          data-autofocus
          id={id}
          label={label}
          description={t`Say what the picture shows, for people who cannot see it. Enter saves and goes on.`}
          autosize
          minRows={2}
          maxRows={5}
          maxLength={300}
          value={alt}
          error={problem && (problem.fields['alt'] ?? problem.sentence)}
          onChange={(event) => draft.change({ alt: event.currentTarget.value.replace(/[\r\n]+/g, ' ') })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isOfComposition(event.nativeEvent)) return
            event.preventDefault()
            void save()
          }}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => setSkipped(true)}>
            <Trans>Skip</Trans>
          </Button>
          <Button type="submit" disabled={alt.trim() === ''} loading={busy}>
            <Trans>Save and go on</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
