import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Menu, Text, Title, Tooltip } from '@mantine/core'
import { IconDots, IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import type { Album } from '#contract/albums.ts'
import { paths } from '../../../paths.ts'
import { useScreen } from '../../../ui/screen.tsx'
import { useTimeZone } from '../../../ui/time-zone.ts'
import classes from './album-edit.module.css'
import type { AlbumFormState } from './album-form-state.ts'
import { usePerformAlbumAction } from '../album-actions.ts'
import { useAlbumActions } from '../album-row-actions.tsx'
import { AlbumStatusDot } from '../album-status.tsx'
import { albumStateOf } from '../album-words.ts'
import { dateFormat } from '../../../ui/formats.ts'

type Props = {
  album: Album
  title: string
  form: AlbumFormState
  /** Opens the details where there is no room beside the photos. */
  onDetails: (() => void) | undefined
}

/** What the album is called, what state it is in, what is saved, and the one next action with the rest in its menu. */
export function AlbumBar({ album, title, form, onDetails }: Props) {
  const { t } = useLingui()
  const { navigate } = useScreen()
  const perform = usePerformAlbumAction()
  const [busy, setBusy] = useState(false)
  const run = async (action: Parameters<typeof perform>[0]) => {
    setBusy(true)
    const done = await perform(action, [album])
    setBusy(false)
    if (action === 'trash' && done.length > 0) navigate(paths.albums)
  }
  const actions = useAlbumActions({ run: (action) => void run(action), purge: () => {} })(album).filter(
    ({ key }) => key !== 'purge',
  )
  const publish = actions.find(({ key }) => key === 'publish' || (album.deletedAt !== null && key === 'restore'))
  const rest = actions.filter((action) => action !== publish && !action.unavailable)
  const mayWrite = album.can.write
  return (
    <header className={classes.bar}>
      <Title order={1} className={classes.title} title={title}>
        {title}
      </Title>
      <Text size="sm" component="div">
        <AlbumStatusDot state={albumStateOf(album)} />
      </Text>
      {mayWrite ? (
        <AlbumSaved form={form} />
      ) : (
        <Text size="sm" c="dimmed">
          {album.deletedAt ? (
            <Trans>In the trash: restore it to change it</Trans>
          ) : album.can.needsPublisher ? (
            <Trans>Readers see this album: ask an editor to change it or to take it down</Trans>
          ) : (
            <Trans>Read only</Trans>
          )}
        </Text>
      )}
      <div className={classes.barActions}>
        {onDetails && (
          <Tooltip label={t`Details of the album`}>
            <ActionIcon size={36} variant="default" aria-label={t`Details of the album`} onClick={onDetails}>
              <IconInfoCircle size={18} />
            </ActionIcon>
          </Tooltip>
        )}
        {mayWrite && (form.dirty || form.saving) && (
          <Button loading={form.saving} onClick={form.save} aria-keyshortcuts="Control+S Meta+S">
            <Trans>Save</Trans>
          </Button>
        )}
        {publish && (
          <Tooltip label={publish.unavailable} disabled={!publish.unavailable}>
            <Button
              variant={form.dirty ? 'default' : 'filled'}
              loading={busy}
              aria-disabled={publish.unavailable !== undefined || undefined}
              data-disabled={publish.unavailable !== undefined || undefined}
              onClick={() => !publish.unavailable && publish.run()}
            >
              {publish.label}
            </Button>
          </Tooltip>
        )}
        {rest.length > 0 && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon size={36} variant="default" aria-label={t`More actions`}>
                <IconDots size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {rest.map(({ key, label, icon, run: act, danger }) => (
                <Menu.Item
                  key={key}
                  leftSection={icon}
                  onClick={act}
                  {...(danger && { c: 'var(--mantine-color-error)' })}
                >
                  {label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
    </header>
  )
}

/** Whether what was typed is saved. */
function AlbumSaved({ form }: { form: AlbumFormState }) {
  const { i18n } = useLingui()
  const zone = useTimeZone()
  const time = form.savedAt && dateFormat(i18n.locale, { timeStyle: 'short', timeZone: zone }).format(form.savedAt)
  return (
    <Text size="sm" c="dimmed" role="status" className={classes.saved ?? ''}>
      {form.saving ? (
        <Trans>Saving…</Trans>
      ) : form.hasConflicts ? (
        <Trans>Not saved: someone else changed this</Trans>
      ) : form.dirty ? (
        <Trans>Not saved yet</Trans>
      ) : time ? (
        <Trans>Saved {time}</Trans>
      ) : null}
    </Text>
  )
}
