import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Anchor, Button, Group, Text } from '@mantine/core'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { useIsMutating } from '@tanstack/react-query'
import { useState } from 'react'
import type { AlbumPhoto } from '#contract/albums.ts'
import type { StoredDraft } from '../../../entity/drafts/draft-merge.ts'
import { formDrafts } from '../../../entity/drafts/draft-store.ts'
import { useDraftOwner, useStoredDrafts } from '../../../entity/drafts/use-draft.tsx'
import { albumKeys } from '../album-api.ts'
import classes from '../edit/album-edit.module.css'
import type { PhotoTexts } from './photo-actions.ts'

/** Where this browser keeps what was typed about the photos of an album; the id of the photo follows. */
export const photoDrafts = (album: string) => `album/${album}/photo/`

const SHOWN = 3

type Props = {
  album: string
  items: readonly AlbumPhoto[] | undefined
  /** Whose fields are on the screen: there it is offered, or being typed. */
  shown: readonly (string | undefined)[]
  /** @returns the photos whose texts were refused */
  onSave: (drafts: ReadonlyMap<string, StoredDraft<PhotoTexts>>) => Promise<ReadonlySet<string>>
  onShow: (photo: string) => void
}

/** Texts of photos that never reached the server, of an earlier visit or of a save that failed after one went on. */
export function PhotoDrafts({ album, items, shown, onSave, onShow }: Props) {
  const { t } = useLingui()
  const user = useDraftOwner()
  const drafts = useStoredDrafts<PhotoTexts>(photoDrafts(album))
  const saving = useIsMutating({ mutationKey: albumKeys.photos(album) }) > 0
  const [busy, setBusy] = useState(false)
  const waiting = (items ?? []).flatMap((photo) => {
    const draft = drafts.get(photo.id)
    return draft && !shown.includes(photo.id) ? [{ photo, draft }] : []
  })
  if (!user || waiting.length === 0 || (saving && !busy)) return null
  const count = waiting.length
  const more = count - SHOWN
  const drop = (photos: readonly string[]) => {
    for (const photo of photos) void formDrafts.drop(user, `${photoDrafts(album)}${photo}`)
  }
  const saveAll = async () => {
    setBusy(true)
    const refused = await onSave(new Map(waiting.map(({ photo, draft }) => [photo.id, draft])))
    drop(waiting.map(({ photo }) => photo.id).filter((photo) => !refused.has(photo)))
    setBusy(false)
  }
  return (
    <Alert
      icon={<IconDeviceFloppy size={18} />}
      color="yellow"
      role="status"
      title={t`The texts of ${plural(count, { one: '# photo', other: '# photos' })} were not saved, but kept in this browser`}
    >
      {waiting.slice(0, SHOWN).map(({ photo, draft }) => (
        <div key={photo.id}>
          <Anchor component="button" type="button" size="sm" onClick={() => onShow(photo.id)}>
            {photo.name}
          </Anchor>
          <DraftTexts texts={draft.fields} />
          {(['alt', 'caption'] as const).map(
            (name) =>
              draft.base?.[name] !== undefined &&
              draft.base[name] !== photo[name] && (
                <Text key={name} size="sm" c="dimmed" className={classes.keptText ?? ''}>
                  <Trans>Someone else wrote since: “{photo[name]}”</Trans>
                </Text>
              ),
          )}
        </div>
      ))}
      {more > 0 && (
        <Text size="sm" c="dimmed">
          {t`and ${plural(more, { one: '# more', other: '# more' })}`}
        </Text>
      )}
      <Group gap="xs" mt={6}>
        <Button size="compact-sm" loading={busy} onClick={() => void saveAll()}>
          <Trans>Save them</Trans>
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={busy}
          onClick={() => drop(waiting.map(({ photo }) => photo.id))}
        >
          <Trans>Discard them</Trans>
        </Button>
      </Group>
    </Alert>
  )
}

/** What was typed, field by field. */
function DraftTexts({ texts }: { texts: PhotoTexts }) {
  return (
    <>
      {texts.alt !== undefined && (
        <Text size="sm" className={classes.keptText ?? ''}>
          <Trans>Alt text: “{texts.alt}”</Trans>
        </Text>
      )}
      {texts.caption !== undefined && (
        <Text size="sm" className={classes.keptText ?? ''}>
          <Trans>Caption: “{texts.caption}”</Trans>
        </Text>
      )}
    </>
  )
}
