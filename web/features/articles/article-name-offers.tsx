import { useLingui } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { searchEndpoints } from '#contract/search.ts'
import { call } from '../../api/call.ts'

/** The filter of the list that a name stands for. */
type Filter = 'author' | 'category' | 'tag'
const filterOf: Partial<Record<string, Filter>> = { authors: 'author', categories: 'category', tags: 'tag' }
const same = (a: string, b: string) => a.normalize('NFKC').toLowerCase() === b.normalize('NFKC').toLowerCase()

type Props = { q: string; onChoose: (filter: Filter, id: string) => void }

/** For words that are the name of an author, a category or a tag: the filter that the person may have meant. */
export function ArticleNameOffers({ q, onChoose }: Props) {
  const { t } = useLingui()
  const { data } = useQuery({
    queryKey: ['search', q],
    queryFn: ({ signal }) => call(searchEndpoints.find, { query: { q } }, { signal }),
  })
  const offers = (data?.groups ?? []).flatMap(({ kind, hits }) => {
    const filter = filterOf[kind]
    return filter ? hits.filter(({ label }) => same(label, q)).map((hit) => ({ ...hit, filter })) : []
  })
  const wordsOf: Record<Filter, (name: string) => string> = {
    author: (name) => t`Articles by “${name}”`,
    category: (name) => t`Articles in the category “${name}”`,
    tag: (name) => t`Articles with the tag “${name}”`,
  }
  return offers.map(({ id, label, detail, filter }) => (
    <span key={id} style={{ marginInlineEnd: 12 }}>
      <Anchor component="button" type="button" inherit onClick={() => onChoose(filter, id)}>
        {wordsOf[filter](filter === 'category' ? [...detail, label].join(' › ') : label)}
      </Anchor>
    </span>
  ))
}
