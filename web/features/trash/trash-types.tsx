import { useLingui } from '@lingui/react/macro'
import {
  IconArticle,
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
}

/** What each kind of thing is called. */
export function useTrashTypeNames(): Record<TrashItem['type'], string> {
  const { t } = useLingui()
  return {
    article: t`Article`,
    media: t`Picture`,
    album: t`Album`,
    author: t`Author`,
    tag: t`Tag`,
    category: t`Category`,
  }
}
