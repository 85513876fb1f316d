import { useMemo, useState } from 'react'
import type { Article } from '#contract/articles.ts'
import type { Me } from '#contract/session.ts'
import type { PickerOption } from '../../ui/picker-option.ts'
import { asCategoryOption } from '../categories/category-api.ts'

export type RefNames = {
  /** The ids as options with their names, in order. */
  options: (ids: readonly string[]) => PickerOption[]
  /** Remembers the names of what was just picked, and gives the ids. */
  idsOf: (picked: readonly PickerOption[]) => string[]
}

/**
 * The names of authors, categories and tags on this screen: those that came with the article, and those picked since.
 * @param own the byline that a new article begins with
 */
export function useRefNames(article: Pick<Article, 'refs'> | undefined, own: Me['byline'] = null): RefNames {
  const [picked, setPicked] = useState<ReadonlyMap<string, PickerOption>>(new Map())
  const refs = article?.refs
  return useMemo(() => {
    const { authors = [], categories = [], tags = [] } = refs ?? {}
    const known = new Map<string, PickerOption>([
      ...(own ? [[own.id, { id: own.id, label: own.displayName }] as const] : []),
      ...authors.map(({ id, displayName }) => [id, { id, label: displayName }] as const),
      ...categories.map((category) => [category.id, asCategoryOption(category)] as const),
      ...tags.map(({ id, name }) => [id, { id, label: name }] as const),
    ])
    return {
      options: (ids) => ids.map((id) => picked.get(id) ?? known.get(id) ?? { id, label: '…' }),
      idsOf: (options) => {
        setPicked((before) => new Map([...before, ...options.map((option) => [option.id, option] as const)]))
        return options.map(({ id }) => id)
      },
    }
  }, [refs, picked, own])
}
