import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Anchor, Button, Group, Text } from '@mantine/core'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { useIsMutating } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AlbumPhoto } from '#contract/albums.ts'
import { formCopies, type LocalDraft } from '../taxonomy/local-drafts.ts'
import { useMe } from '../session/session-api.ts'
import { albumKeys } from './album-api.ts'
import classes from './album-edit.module.css'
import type { PhotoTexts } from './photo-actions.ts'

/** Where this browser keeps what was typed about the photos of an album; the id of the photo follows. */
export const photoDrafts = (album: string) => `album/${album}/photo/`

type Copies = ReadonlyMap<string, LocalDraft<PhotoTexts>>
const SHOWN = 3

/** What was typed about photos of an album and is not saved; read again whenever this tab keeps or drops something. */
function useCopies(album: string): Copies {
  const user = useMe()?.id
  const [copies, setCopies] = useState<Copies>(new Map())
  useEffect(() => {
    if (!user) return undefined
    let isHere = true
    const read = () =>
      void formCopies.readAll(user, photoDrafts(album)).then((found) => {
        if (isHere) setCopies(found as Copies)
      })
    read()
    const stop = formCopies.subscribe(read)
    return () => {
      isHere = false
      stop()
    }
  }, [user, album])
  return copies
}

type Props = {
  album: string
  items: readonly AlbumPhoto[] | undefined
  /** Whose fields are on the screen: there it is offered, or being typed. */
  shown: readonly (string | undefined)[]
  /** @returns the photos whose texts were refused */
  onSave: (texts: ReadonlyMap<string, PhotoTexts>) => Promise<ReadonlySet<string>>
  onShow: (photo: string) => void
}

/** Texts of photos that never reached the server, of an earlier visit or of a save that failed after one went on. */
export function PhotoDrafts({ album, items, shown, onSave, onShow }: Props) {
  const { t } = useLingui()
  const user = useMe()?.id
  const copies = useCopies(album)
  const saving = useIsMutating({ mutationKey: albumKeys.photos(album) }) > 0
  const [busy, setBusy] = useState(false)
  const waiting = (items ?? []).flatMap((photo) => {
    const copy = copies.get(photo.id)
    return copy && !shown.includes(photo.id) ? [{ photo, texts: copy.fields, base: copy.base }] : []
  })
  if (!user || waiting.length === 0 || (saving && !busy)) return null
  const count = waiting.length
  const more = count - SHOWN
  const drop = (photos: readonly string[]) => {
    for (const photo of photos) void formCopies.drop(user, `${photoDrafts(album)}${photo}`)
  }
  const saveAll = async () => {
    setBusy(true)
    const refused = await onSave(new Map(waiting.map(({ photo, texts }) => [photo.id, texts])))
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
      {waiting.slice(0, SHOWN).map(({ photo, texts, base }) => (
        <div key={photo.id}>
          <Anchor component="button" type="button" size="sm" onClick={() => onShow(photo.id)}>
            {photo.name}
          </Anchor>
          <MediaDrafts texts={texts} />
          {(['alt', 'caption'] as const).map(
            (name) =>
              base?.[name] !== undefined &&
              base[name] !== photo[name] && (
                <Text key={name} size="sm" c="dimmed" className={classes.keptText ?? ''}>
                  <Trans>Somebody else wrote since: “{photo[name]}”</Trans>
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
          <Trans>Throw them away</Trans>
        </Button>
      </Group>
    </Alert>
  )
}

/** What was typed, field by field. */
export function MediaDrafts({ texts }: { texts: PhotoTexts }) {
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
