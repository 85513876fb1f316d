import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { TrashItem } from '#contract/trash.ts'
import { listed } from '../../ui/listed.ts'

type Named = Pick<TrashItem, 'title' | 'others' | 'titles' | 'change'>

/** What an item of the trash is called: a change of several by how many they are, and the first titles. */
export function useTrashName(): (item: Named) => string {
  const { t, i18n } = useLingui()
  return useCallback(
    ({ title, others, titles, change }) => {
      if (!change || others === 0) return title || t`Untitled`
      const count = others + 1
      const many =
        change.type === 'article'
          ? t({ message: plural(count, { one: '# article', other: '# articles' }) })
          : change.type === 'media'
            ? t({ message: plural(count, { one: '# picture', other: '# pictures' }) })
            : change.type === 'album'
              ? t({ message: plural(count, { one: '# album', other: '# albums' }) })
              : t({ message: plural(count, { one: '# item', other: '# items' }) })
      const names = titles.map((one) => `“${one || t`Untitled`}”`)
      const more = count - names.length
      if (names.length === 0) return many
      if (more > 0) names.push(t({ message: plural(more, { one: '# more', other: '# more' }) }))
      return t`${many}: ${listed(names, i18n.locale)}`
    },
    [t, i18n.locale],
  )
}
