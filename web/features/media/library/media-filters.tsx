import { useLingui } from '@lingui/react/macro'
import {
  IconCopy,
  IconFileTypePng,
  IconLinkOff,
  IconPhotoSearch,
  IconTextSize,
  IconTrash,
  IconUser,
} from '@tabler/icons-react'
import { useMemo } from 'react'
import { imageTypes, mediaList } from '#contract/media.ts'
import { type ControlOf, listShape } from '../../../entity/list/entity-list.ts'
import { choicesOf, type FilterControls } from '../../../entity/list/list-filters.tsx'
import type { BuiltInView } from '../../../entity/list/view-tabs.tsx'
import { useAllowed, useMe } from '../../session/session-api.ts'
import { UploaderChoice, UploaderName } from './media-uploader.tsx'
import { typeName } from '../media-words.ts'

const size = 14

/** What the library can be asked for, on its screen and in the picker. */
export const mediaShape = listShape(mediaList, {
  columns: ['type', 'bytes', 'dimensions', 'uses', 'uploader', 'createdAt'],
  hasGrid: true,
})
export type MediaListControl = ControlOf<typeof mediaList>

/** The filters of the library; the picker leaves out what is no use when choosing. */
export function useMediaFilters(
  { likeOf }: { likeOf?: string },
  { inPicker = false } = {},
): FilterControls<typeof mediaList.filters> {
  const { t } = useLingui()
  const mayWrite = useAllowed('media.write') ?? false
  const me = useMe()
  return {
    // Only an address asks for it; no one would choose it from a menu.
    likeOf: likeOf
      ? { label: t`Similar to one picture`, icon: <IconPhotoSearch size={size} aria-hidden />, isFixed: true }
      : null,
    type: {
      label: t`Type`,
      icon: <IconFileTypePng size={size} aria-hidden />,
      choices: choicesOf(imageTypes, typeName),
    },
    missingAlt: { label: t`No alt text`, icon: <IconTextSize size={size} aria-hidden /> },
    unused: { label: t`Unused`, icon: <IconLinkOff size={size} aria-hidden /> },
    duplicates: { label: t`Similar pictures`, icon: <IconCopy size={size} aria-hidden /> },
    uploader: {
      label: t`Uploaded by`,
      icon: <IconUser size={size} aria-hidden />,
      describe: ({ uploader }) => (uploader === me?.id ? t`me` : <UploaderName id={uploader} />),
      edit: ({ values, set, close }) => (
        <UploaderChoice
          value={values['uploader']}
          onChoose={(uploader) => {
            set({ uploader })
            close()
          }}
        />
      ),
    },
    trashed:
      !inPicker && mayWrite
        ? { label: t`In the trash`, icon: <IconTrash size={size} aria-hidden />, onlyYes: true }
        : null,
  }
}

/** The views that everyone has. */
export function useMediaViews(): readonly BuiltInView[] {
  const { t } = useLingui()
  const me = useMe()
  const mayWrite = useAllowed('media.write') ?? false
  return useMemo(
    () => [
      { name: t`All pictures`, query: '' },
      ...(mayWrite && me ? [{ name: t`Mine`, query: `uploader=${me.id}` }] : []),
      { name: t`No alt text`, query: 'missingAlt=true' },
      { name: t`Unused`, query: 'unused=true' },
      { name: t`Similar pictures`, query: 'duplicates=true&sort=similar' },
      ...(mayWrite ? [{ name: t`Trash`, query: 'trashed=true' }] : []),
    ],
    [t, me, mayWrite],
  )
}
