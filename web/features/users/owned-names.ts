import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { OwnedKind } from '#contract/users.ts'

/** How many of a kind, in words: “4 articles”. */
export function useOwnedText(): (kind: OwnedKind, count: number) => string {
  const { t } = useLingui()
  return (kind, count) => {
    const texts: Record<OwnedKind, () => string> = {
      articles: () => t({ message: plural(count, { one: '# article', other: '# articles' }) }),
      albums: () => t({ message: plural(count, { one: '# album', other: '# albums' }) }),
      media: () => t({ message: plural(count, { one: '# media file', other: '# media files' }) }),
      ads: () => t({ message: plural(count, { one: '# ad', other: '# ads' }) }),
      views: () => t({ message: plural(count, { one: '# shared view', other: '# shared views' }) }),
      invitations: () => t({ message: plural(count, { one: '# open invitation', other: '# open invitations' }) }),
      previewLinks: () => t({ message: plural(count, { one: '# preview link', other: '# preview links' }) }),
    }
    return texts[kind]()
  }
}
