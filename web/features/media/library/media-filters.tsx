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
import { imageTypes, type MediaListQuery } from '#contract/media.ts'
import type { Filter } from '../../../ui/data-table/filter-bar.tsx'
import { choiceFilter } from '../../../ui/data-table/filter-choices.tsx'
import type { ListShape } from '../../../ui/list-state.ts'
import type { BuiltInView } from '../../saved-views/view-tabs.tsx'
import { useAllowed, useMe } from '../../session/session-api.ts'
import { UploaderChoice, UploaderName } from './media-uploader.tsx'
import { typeName } from '../media-words.ts'

const yes = /^true$/
const anId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What the library can be asked for, on its screen and in the picker. */
export const mediaShape = {
  filters: {
    type: /^image\/(jpeg|png|webp|avif|gif)$/,
    missingAlt: yes,
    unused: yes,
    duplicates: yes,
    likeOf: anId,
    uploader: anId,
    trashed: yes,
  } satisfies Partial<Record<keyof MediaListQuery, RegExp>>,
  sorts: ['createdAt', 'name', 'bytes', 'uses', 'alike'],
  defaultSort: '-createdAt',
  searchSort: 'relevance',
  columns: ['type', 'bytes', 'dimensions', 'uses', 'uploader', 'createdAt'],
  hasGrid: true,
} as const satisfies ListShape

/** The filters of the library; the picker leaves out what is no use when choosing. */
export function useMediaFilters({ inPicker = false } = {}): readonly Filter[] {
  const { t } = useLingui()
  const mayWrite = useAllowed('media.write') ?? false
  const me = useMe()
  return useMemo(() => {
    const aSwitch = (key: string, label: string, icon: Filter['icon']): Filter => ({ key, label, icon, isSwitch: true })
    const filters: (Filter | false)[] = [
      choiceFilter({
        key: 'type',
        label: t`Type`,
        icon: <IconFileTypePng size={14} aria-hidden />,
        choices: imageTypes.map((value) => ({ value, label: typeName(value) })),
      }),
      aSwitch('missingAlt', t`No alt text`, <IconTextSize size={14} aria-hidden />),
      aSwitch('unused', t`Unused`, <IconLinkOff size={14} aria-hidden />),
      aSwitch('duplicates', t`Similar pictures`, <IconCopy size={14} aria-hidden />),
      {
        key: 'uploader',
        label: t`Uploaded by`,
        icon: <IconUser size={14} aria-hidden />,
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
      !inPicker && mayWrite && aSwitch('trashed', t`In the trash`, <IconTrash size={14} aria-hidden />),
    ]
    return filters.filter((filter) => filter !== false)
  }, [t, me?.id, inPicker, mayWrite])
}

/** The views that everybody has. */
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
      { name: t`Similar pictures`, query: 'duplicates=true&sort=alike' },
      ...(mayWrite ? [{ name: t`Trash`, query: 'trashed=true' }] : []),
    ],
    [t, me, mayWrite],
  )
}

/** Shown only when an address asks for it; no one would choose it from a menu. */
export function useLikeFilter(): Filter {
  const { t } = useLingui()
  return {
    key: 'likeOf',
    label: t`Similar to one picture`,
    icon: <IconPhotoSearch size={14} aria-hidden />,
    isSwitch: true,
  }
}
