import { Trans } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type MeantKind, searchEndpoints } from '#contract/search.ts'
import { call } from '../../api/call.ts'
import type { ListControl } from '../../ui/list-state.ts'

/** What a query of a list has besides its filters. */
const beside: ReadonlySet<string> = new Set(['q', 'sort', 'page', 'pageSize'])

type Props = {
  kind: MeantKind
  /** `query`: what the server was asked for. */
  list: ListControl & { query: object }
  /** What else to try: where nothing near is known. */
  children?: ReactNode
}

/** The nearest words that this list has, where a search finds nothing. Searched for at one click, with the same filters. */
export function DidYouMean({ kind, list, children }: Props) {
  const { q } = list.state
  const given = Object.entries(list.query).filter(([name, value]) => !beside.has(name) && Boolean(value))
  const query = {
    kind,
    q,
    filters: new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString(),
  }
  const { data } = useQuery({
    queryKey: ['search', 'meant', query],
    queryFn: ({ signal }) => call(searchEndpoints.meant, { query }, { signal }),
    enabled: q !== '',
  })
  const meant = data?.q
  if (!meant) return children
  return (
    <div role="status">
      <Trans>
        Did you mean{' '}
        <Anchor component="button" type="button" inherit fw={600} onClick={() => list.update({ q: meant })}>
          {meant}
        </Anchor>
        ?
      </Trans>
    </div>
  )
}
