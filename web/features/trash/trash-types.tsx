import { useLingui } from '@lingui/react/macro'
import {
  IconAd,
  IconAdCircle,
  IconArticle,
  IconHistory,
  IconLibraryPhoto,
  IconPhoto,
  IconSitemap,
  IconTag,
  IconUserEdit,
  type TablerIcon,
} from '@tabler/icons-react'
import type { TrashItem } from '#contract/trash.ts'

export const trashIcons: Record<TrashItem['type'], TablerIcon> = {
  article: IconArticle,
  media: IconPhoto,
  album: IconLibraryPhoto,
  author: IconUserEdit,
  tag: IconTag,
  category: IconSitemap,
  ad: IconAd,
  placement: IconAdCircle,
  change: IconHistory,
}

/** The name of each kind of item. */
export function useTrashTypeNames(): Record<TrashItem['type'], string> {
  const { t } = useLingui()
  return {
    article: t`Article`,
    media: t`Picture`,
    album: t`Album`,
    author: t`Author`,
    tag: t`Tag`,
    category: t`Category`,
    ad: t`Ad`,
    placement: t`Placement`,
    change: t`Change`,
  }
}

/** What was done, in a word or two. */
export function useTrashChangeNames(): Record<NonNullable<TrashItem['change']>['action'], string> {
  const { t } = useLingui()
  return {
    submit: t`Submitted for review`,
    schedule: t`Scheduled`,
    publish: t`Published`,
    unpublish: t`Moved back to draft`,
    archive: t`Archived`,
    restore: t`Restored as draft`,
    return: t`Returned to the writer`,
    unschedule: t`Schedule cancelled`,
    withdraw: t`Back in editing`,
    feature: t`Featured`,
    unfeature: t`No longer featured`,
    addTags: t`Tags added`,
    removeTags: t`Tags removed`,
    setCategory: t`Category set`,
    setAuthors: t`Author changed`,
    replaceAuthor: t`Author replaced`,
    move: t`Category moved`,
    texts: t`Texts of pictures changed`,
    replace: t`File of a picture replaced`,
    movePhotos: t`Photos put in another order`,
    sortPhotos: t`Photos sorted`,
    removePhotos: t`Photos taken out of the album`,
    movePhotosTo: t`Photos moved to another album`,
    copyPhotosTo: t`Photos copied to another album`,
    writePhotoTexts: t`Texts of photos changed`,
    rename: t`Renamed`,
    pin: t`Articles pinned to a search`,
    synonym: t`Synonym of a search added`,
    unsynonym: t`Synonym of a search removed`,
    hide: t`Search hidden`,
    show: t`Search shown again`,
    hotPin: t`Pinned in Hot`,
    hotBury: t`Buried in Hot`,
    hotClear: t`No longer pinned or buried in Hot`,
    hotMove: t`Pin moved to another place`,
  }
}
