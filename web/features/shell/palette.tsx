import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, VisuallyHidden } from '@mantine/core'
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.css'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { allows } from '#contract/permissions.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { useLastHrefs } from '../../ui/keep-alive.tsx'
import { SentenceGap } from '../../ui/sentence-gap.tsx'
import { useMe } from '../session/session-api.ts'
import { usePaletteActions } from './palette-actions.tsx'
import { PaletteHits } from './palette-hits.tsx'
import { matching } from './palette-match.ts'
import { usePaletteSearch } from './palette-search.ts'
import classes from './palette.module.css'
import { screenIcons } from './screen-icons.ts'
import { otherNames } from './screen-other-names.ts'
import { type ScreenId, screenIds, screenInfo } from './screens.ts'
import { palette } from './shell-dialogs.ts'
import { isOfComposition } from '../../ui/composition.ts'

const [store, spotlight] = createSpotlight()

const isPlace = (id: ScreenId) => !screenInfo(id).path.includes(':')
const EXACT = 4

/** Ctrl+K: every screen, what can be done from anywhere, and whatever matches that the person may see; with nothing typed, the articles that changed last. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const hrefOf = useLastHrefs()
  const me = useMe()
  const problemText = useProblemText()
  const { opened: open } = useSpotlight(store)
  const wanted = palette.useOpened()
  useEffect(() => {
    if (wanted) spotlight.open()
    else spotlight.close()
  }, [wanted])
  const [query, setQuery] = useState('')
  const q = query.normalize().trim()
  const { groups, waiting, failure, again } = usePaletteSearch(q, open && me !== undefined)
  const { places, actions, rank: placeRank } = useMatchingPlaces(q)
  const go = (to: string) => void navigate(to)

  const isFirst = ({ rank }: { rank: number }) => rank > placeRank || (rank === placeRank && rank < EXACT)
  const before = q === '' ? groups : groups.filter(isFirst)
  const after = q === '' ? [] : groups.filter((group) => !isFirst(group))
  const count = places.length + actions.length + groups.reduce((sum, { hits }) => sum + hits.length, 0)
  const ids = [...before.flatMap(({ hits }) => hits), ...places, ...actions, ...after.flatMap(({ hits }) => hits)].map(
    ({ id }) => id,
  )
  const waitToOpen = useFirstSelected(q, ids.join(), waiting)

  return (
    <Spotlight.Root
      store={store}
      query={query}
      // Ctrl+K is the shell's, which loads all this.
      shortcut={null}
      onSpotlightClose={onClose}
      onQueryChange={(next) => setQuery(next.slice(0, QUERY_MAX))}
      tagsToIgnore={[]}
      scrollable
      maxHeight="60vh"
      overlayProps={{ blur: 0, backgroundOpacity: 0.4 }}
      classNames={{
        actionsGroup: classes.group,
        action: classes.action,
        actionDescription: classes.detail,
        actionSection: classes.section,
        empty: classes.empty,
      }}
      attributes={{ content: { 'aria-label': t`Search or go to…` } }}
    >
      <Spotlight.Search
        placeholder={t`Search everything, or go to a screen`}
        aria-label={t`Search everything, or go to a screen`}
        leftSection={<IconSearch size={18} stroke={1.6} />}
        onKeyDownCapture={waitToOpen}
      />
      <Spotlight.ActionsList aria-busy={waiting}>
        {before.map((group) => (
          <PaletteHits key={group.kind} group={group} {...(q === '' && { label: t`Changed lately` })} go={go} />
        ))}
        {places.length > 0 && (
          <Spotlight.ActionsGroup label={t`Go to`}>
            {places.map(({ id, name, path, found }) => (
              <Spotlight.Action
                key={id}
                label={name}
                {...(found && { description: found })}
                leftSection={<PlaceIcon id={id} />}
                onClick={() => go(hrefOf(path))}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {actions.length > 0 && (
          <Spotlight.ActionsGroup label={t`Do`}>
            {actions.map(({ id, name, title, Icon, lang, run, found }) => (
              <Spotlight.Action
                key={id}
                label={name}
                lang={lang}
                {...(found
                  ? { description: found }
                  : !name.toLowerCase().includes(title.toLowerCase()) && { description: title })}
                leftSection={<Icon size={18} stroke={1.6} />}
                onClick={run}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {after.map((group) => (
          <PaletteHits key={group.kind} group={group} go={go} />
        ))}
        {failure !== undefined ? (
          <Spotlight.Empty role="alert">
            {problemText(failure).sentence}
            <SentenceGap />
            <Button size="compact-xs" variant="subtle" onClick={again}>
              <Trans>Try again</Trans>
            </Button>
          </Spotlight.Empty>
        ) : waiting ? (
          groups.length === 0 && <Spotlight.Empty>{t`Searching…`}</Spotlight.Empty>
        ) : (
          count === 0 && <Spotlight.Empty>{t`Nothing found for “${q}”.`}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
      <VisuallyHidden role="status">
        {open && !waiting && failure === undefined ? t`${plural(count, { one: '# result', other: '# results' })}` : ''}
      </VisuallyHidden>
    </Spotlight.Root>
  )
}

/** As long as the server takes a search. */
const QUERY_MAX = 200

/**
 * The screens this person may open and what they may do, by names that have the text in them, and how well the best of them
 * fits; only where none has, those that have it with a typing error. With nothing typed, all screens.
 */
function useMatchingPlaces(q: string) {
  const { i18n } = useLingui()
  const me = useMe()
  const doable = usePaletteActions()
  const named = screenIds
    .filter(isPlace)
    .map((id) => ({ id, ...screenInfo(id) }))
    .filter(({ permission }) => !permission || (me && allows(me.role, permission)))
    .map(({ id, label, title, path }) => ({
      id,
      path,
      name: i18n._(label),
      title: i18n._(title),
      also: otherNames[id] && i18n._(otherNames[id]),
      found: undefined as string | undefined,
    }))
  if (q === '') return { places: named, actions: [], rank: 0 }
  const isNear = [...named, ...doable].every((one) => matching([one], q, false).length === 0)
  const [places, actions] = [matching(named, q, isNear), matching(doable, q, isNear)]
  return { places, actions, rank: Math.max(0, ...[...places, ...actions].map(({ rank }) => rank)) }
}

function PlaceIcon({ id }: { id: ScreenId }): ReactNode {
  const Icon = screenIcons[id]
  return Icon ? <Icon size={18} stroke={1.6} /> : null
}

/**
 * Enter opens the first of what was found. Mantine selects it when the query changes, and loses it when answers come.
 * @returns a key handler: Enter before the answer opens the first result of the answer, not of the old list
 */
function useFirstSelected(q: string, found: string, waiting: boolean) {
  const opensFirst = useRef<string>(undefined)
  const moved = useRef(false)
  // With the rows, not after them: Enter may be pressed as soon as they are seen.
  useLayoutEffect(() => {
    moved.current = false
    const list = document.getElementById(store.getState().listId)
    if (q === '' || !list) return
    list.querySelector('[data-selected]')?.removeAttribute('data-selected')
    list.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
    store.updateState((state) => ({ ...state, selected: 0 }))
  }, [q, found, waiting])
  useEffect(() => {
    if (waiting) return
    const list = document.getElementById(store.getState().listId)
    if (q !== '' && opensFirst.current === q) list?.querySelector<HTMLElement>('[data-action]')?.click()
    opensFirst.current = undefined
  }, [q, found, waiting])
  return (event: KeyboardEvent) => {
    if (event.key.startsWith('Arrow')) moved.current = true
    if (!waiting || q === '' || moved.current || event.key !== 'Enter' || isOfComposition(event.nativeEvent)) return
    event.preventDefault()
    event.stopPropagation()
    opensFirst.current = q
  }
}
