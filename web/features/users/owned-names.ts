import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { OwnedKind } from '#contract/users.ts'

/** How many of a kind, in words: “4 articles”. */
export function useOwnedText(): (kind: OwnedKind, owned: number) => string {
  const { t } = useLingui()
  return useCallback(
    (kind, owned) => {
      const texts: Record<OwnedKind, () => string> = {
        articles: () => t({ message: plural(owned, { one: '# article', other: '# articles' }) }),
        albums: () => t({ message: plural(owned, { one: '# album', other: '# albums' }) }),
        media: () => t({ message: plural(owned, { one: '# media file', other: '# media files' }) }),
        ads: () => t({ message: plural(owned, { one: '# ad', other: '# ads' }) }),
        views: () => t({ message: plural(owned, { one: '# shared view', other: '# shared views' }) }),
        invitations: () => t({ message: plural(owned, { one: '# open invitation', other: '# open invitations' }) }),
        previewLinks: () => t({ message: plural(owned, { one: '# preview link', other: '# preview links' }) }),
      }
      return texts[kind]()
    },
    [t],
  )
}
