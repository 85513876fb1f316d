import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPhoto, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { Album } from '#contract/albums.ts'
import { RELEVANCE } from '#contract/list.ts'
import { useProblemText } from '../../../api/problem-text.tsx'
import { DialogSearch } from '../../../ui/dialog-search.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import dialogClasses from '../../../ui/picker-dialog.module.css'
import { ThumbFrame } from '../../../ui/thumb-frame.tsx'
import { useAllowed } from '../../session/session-api.ts'
import { useAlbumList } from '../album-api.ts'
import { AlbumFacts } from '../album-columns.tsx'
import { AlbumNewDialog } from '../album-new-dialog.tsx'
import { AlbumStatusDot } from '../album-status.tsx'
import { albumStateOf } from '../album-words.ts'
import classes from './album-picker.module.css'

const OFFERED = 50

type Props = {
  opened: boolean
  /** “Choose an album”, “Move 3 photos to an album” */
  title: string
  /** The dialog stays open and busy until this is done, and shows what it throws. */
  onChoose: (album: Album) => Promise<void> | void
  onClose: () => void
  /** Not offered: the album one is in. */
  except?: string
  /** Only those that the person may change. */
  toWrite?: boolean
  /** Whether a new one can be made on the spot, where the person may. */
  canCreate?: boolean
}

/** Finds an album by its name and cover; also makes a new one. For moving photos, and for a gallery in an article. */
export function AlbumPicker(props: Props) {
  const { t } = useLingui()
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={props.title}
      size={720}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <PickerBody {...props} />
    </Modal>
  )
}

function PickerBody({ onChoose, except, toWrite = false, canCreate = false }: Props) {
  const { t } = useLingui()
  const mayCreate = useAllowed('albums.write') === true && canCreate
  const problemText = useProblemText()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.normalize().trim(), 200)
  const [adding, setAdding] = useState(false)
  const [busy, setBusy] = useState<string>()
  const [failure, setFailure] = useState<unknown>()
  const found = useAlbumList({ pageSize: OFFERED, ...(q && { q, sort: RELEVANCE }) })
  const albums = found.data?.items.filter(({ id, can }) => id !== except && (!toWrite || can.write))
  const choose = async (album: Album) => {
    setBusy(album.id)
    setFailure(undefined)
    try {
      await onChoose(album)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(undefined)
    }
  }
  const problem = failure ?? (found.data ? undefined : found.error)
  return (
    <Stack gap="sm">
      <div className={dialogClasses.bar}>
        <DialogSearch label={t`Search albums`} value={typed} onChange={setTyped} />
        {mayCreate && (
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            <Trans>New album</Trans>
          </Button>
        )}
      </div>
      {problem !== undefined && problem !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {problemText(problem).sentence}
        </Text>
      )}
      <div className={dialogClasses.results} aria-busy={found.isPending}>
        {found.isPending &&
          Array.from({ length: 6 }, (_, at) => <Skeleton key={at} height={64} radius="md" aria-hidden mb={4} />)}
        {albums?.length === 0 && (
          <EmptyState kind={q ? 'no-match' : 'nothing'} title={q ? t`No album matches “${q}”` : t`No albums yet`} />
        )}
        <ul className={dialogClasses.choices} aria-label={t`Albums`}>
          {albums?.map((album) => (
            <li key={album.id}>
              <button
                type="button"
                className={`${dialogClasses.choice} ${classes.choice}`}
                disabled={busy !== undefined}
                aria-busy={busy === album.id}
                onClick={() => void choose(album)}
              >
                <ThumbFrame size="choice" src={album.coverImage?.thumb}>
                  <IconPhoto size={20} stroke={1.4} aria-hidden />
                </ThumbFrame>
                <span className={classes.words}>
                  <Text span size="md" fw={500} lineClamp={2}>
                    {album.title}
                  </Text>
                  <Text span size="xs" c="dimmed" truncate display="block">
                    <AlbumFacts album={album} />
                    {album.place && ` · ${album.place}`}
                  </Text>
                </span>
                <Text span size="xs">
                  <AlbumStatusDot state={albumStateOf(album)} />
                </Text>
              </button>
            </li>
          ))}
        </ul>
        {found.data && found.data.total > OFFERED && (
          <Text size="xs" c="dimmed" ta="center" py={8}>
            <Trans>Type to find others.</Trans>
          </Text>
        )}
      </div>
      {adding && (
        <AlbumNewDialog
          title={q}
          onClose={() => setAdding(false)}
          onCreated={(album) => {
            setAdding(false)
            void choose(album)
          }}
        />
      )}
    </Stack>
  )
}
