import { useLingui } from '@lingui/react/macro'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { IconArticle, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { articleEndpoints } from '#contract/articles.ts'
import { allows } from '#contract/permissions.ts'
import { call } from '../../api/call.ts'
import { paths } from '../../paths.ts'
import { useLastHrefs } from '../../ui/keep-alive.tsx'
import { listed } from '../../ui/listed.ts'
import { useMe } from '../session/session-api.ts'
import classes from './palette.module.css'
import { screenIcons } from './screen-icons.ts'
import { type ScreenId, screenIds, screenInfo } from './screens.ts'

const [store, spotlight] = createSpotlight()
export const openPalette = () => spotlight.open()

const isPlace = (id: ScreenId) => !screenInfo(id).path.includes(':')

/** Ctrl+K: every screen, and the articles that match; with nothing typed, those that changed last. */
export function Palette() {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const hrefOf = useLastHrefs()
  const me = useMe()
  const [open, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  const q = query.normalize().trim()
  const articles = useMatchingArticles(q, open && me !== undefined)

  const places = screenIds
    .filter(isPlace)
    .map((id) => ({ id, ...screenInfo(id) }))
    .filter(({ permission }) => !permission || (me && allows(me.role, permission)))
    .map(({ id, label, title, path }) => ({
      id,
      path,
      name: i18n._(label),
      words: `${i18n._(label)} ${i18n._(title)}`,
    }))
    .filter(({ words }) => words.toLocaleLowerCase().includes(q.toLocaleLowerCase()))

  useFirstSelected(q, [...articles, ...places].map(({ id }) => id).join())

  const go = (to: string) => void navigate(to)
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      onSpotlightOpen={() => setOpen(true)}
      onSpotlightClose={() => setOpen(false)}
      tagsToIgnore={[]}
      scrollable
      maxHeight="60vh"
      overlayProps={{ blur: 0, backgroundOpacity: 0.4 }}
      classNames={{ actionsGroup: classes.group }}
      attributes={{ content: { 'aria-label': t`Search or go to…` } }}
    >
      <Spotlight.Search
        placeholder={t`Search articles, or go to a screen`}
        aria-label={t`Search articles, or go to a screen`}
        leftSection={<IconSearch size={18} stroke={1.6} />}
      />
      <Spotlight.ActionsList>
        {articles.length > 0 && (
          <Spotlight.ActionsGroup label={q ? t`Articles` : t`Changed lately`}>
            {articles.map(({ id, title, authors }) => (
              <Spotlight.Action
                key={id}
                label={title || t`Untitled`}
                description={listed(
                  authors.map(({ displayName }) => displayName),
                  i18n.locale,
                )}
                leftSection={<IconArticle size={18} stroke={1.6} />}
                onClick={() => go(paths.article(id))}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {places.length > 0 && (
          <Spotlight.ActionsGroup label={t`Go to`}>
            {places.map(({ id, name, path }) => (
              <Spotlight.Action
                key={id}
                label={name}
                leftSection={<PlaceIcon id={id} />}
                onClick={() => go(hrefOf(path))}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {articles.length + places.length === 0 && <Spotlight.Empty>{t`Nothing found for “${q}”.`}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

function PlaceIcon({ id }: { id: ScreenId }): ReactNode {
  const Icon = screenIcons[id]
  return Icon ? <Icon size={18} stroke={1.6} /> : null
}

/** Enter opens the first of what was found. Mantine selects it when the query changes, and loses it when answers come. */
function useFirstSelected(q: string, found: string) {
  useEffect(() => {
    const list = document.getElementById(store.getState().listId)
    if (q === '' || !list) return
    list.querySelector('[data-selected]')?.removeAttribute('data-selected')
    list.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
    store.updateState((state) => ({ ...state, selected: 0 }))
  }, [q, found])
}

function useMatchingArticles(q: string, enabled: boolean) {
  const [settled] = useDebouncedValue(q, 150)
  const { data } = useQuery({
    queryKey: ['articles', 'list', 'palette', settled],
    queryFn: ({ signal }) =>
      call(articleEndpoints.list, { query: { q: settled, pageSize: 6, sort: '-updatedAt' } }, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  })
  return data?.items ?? []
}
