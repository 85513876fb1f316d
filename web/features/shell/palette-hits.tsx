import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Spotlight } from '@mantine/spotlight'
import type { TablerIcon } from '@tabler/icons-react'
import type { SearchGroup, SearchHit, SearchKind } from '#contract/search.ts'
import { paths } from '../../paths.ts'
import { listed } from '../../ui/listed.ts'
import classes from './palette.module.css'
import { stateNames } from '../articles/article-words.ts'
import { screenIcons } from './screen-icons.ts'
import { screenInfo } from './screens.ts'

type Kind = { label: MessageDescriptor; href: (hit: SearchHit) => string; join?: string }
const withParams = (path: string, params: Record<string, string>) => `${path}?${new URLSearchParams(params).toString()}`

const kinds: Record<SearchKind, Kind> = {
  articles: { label: msg`Articles`, href: ({ id }) => paths.article(id) },
  albums: { label: msg`Albums`, href: ({ id }) => paths.album(id) },
  media: { label: msg`Pictures`, href: ({ id }) => withParams(paths.media, { picture: id }) },
  tags: { label: msg`Tags`, href: ({ id }) => paths.tag(id) },
  authors: { label: msg`Authors`, href: ({ id }) => paths.author(id) },
  // The tree has no screen for one: its search leads there.
  categories: { label: msg`Categories`, href: ({ label }) => withParams(paths.categories, { q: label }), join: ' › ' },
  users: {
    label: msg`People`,
    href: ({ id, label, detail }) => withParams(paths.users, { q: detail[0] ?? label, user: id }),
  },
  views: {
    label: msg`Views`,
    href: ({ view }) => (view ? `${screenInfo(view.screen).path}?${view.query.replace(/^\?/, '')}` : paths.welcome),
  },
}

type Props = { group: SearchGroup; label?: string; go: (to: string) => void }

/** What was found of one kind; each opens its screen. */
export function PaletteHits({ group: { kind, hits }, label, go }: Props) {
  const { t, i18n } = useLingui()
  const { label: name, href, join } = kinds[kind]
  const iconOf = ({ view }: SearchHit) => (kind === 'views' ? view && screenIcons[view.screen] : screenIcons[kind])
  const detailOf = ({ detail, view }: SearchHit) => {
    if (view) return t(screenInfo(view.screen).label)
    return join === undefined ? listed(detail, i18n.locale) : detail.join(join)
  }
  return (
    <Spotlight.ActionsGroup label={label ?? t(name)}>
      {hits.map((hit) => (
        <Spotlight.Action
          key={hit.id}
          label={hit.label || t`Untitled`}
          description={detailOf(hit)}
          leftSection={
            hit.thumb ? (
              <img className={classes.thumb} src={hit.thumb} alt="" loading="lazy" decoding="async" />
            ) : (
              <HitIcon Icon={iconOf(hit)} />
            )
          }
          // What readers see needs no word.
          {...(hit.status &&
            hit.status !== 'published' && { rightSection: <State name={t(stateNames[hit.status])} /> })}
          onClick={() => go(href(hit))}
        />
      ))}
    </Spotlight.ActionsGroup>
  )
}

const HitIcon = ({ Icon }: { Icon: TablerIcon | undefined }) => Icon && <Icon size={18} stroke={1.6} />

const State = ({ name }: { name: string }) => <span className={classes.state}>{name}</span>
