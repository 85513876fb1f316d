import { useLingui } from '@lingui/react/macro'
import { VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { PresentPerson } from '#contract/articles.ts'
import { dateFormat } from '../../ui/formats.ts'
import { hint } from '../../ui/hint.tsx'
import { listed } from '../../ui/listed.ts'
import { PersonAvatar } from '../../ui/person.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'
import { useArticleForm, useWatched } from './article-form-context.ts'
import classes from './article-others.module.css'

const MOST_SHOWN = 3
/** Who was away for less has not arrived: a look at another tab is not worth a sentence. */
const AWAY_MS = 300_000

/** Who else has the article open, and whether they are writing. */
export function ArticleOthers() {
  const { t, i18n } = useLingui()
  const zone = useTimeZone()
  const { others } = useWatched((state) => ({ others: state.others }))
  const words = useWords()
  const arrived = useArrived(others)
  const hintOf = (person: PresentPerson) => {
    const since = dateFormat(i18n.locale, { timeStyle: 'short', timeZone: zone }).format(new Date(person.since))
    const sentence = words(person)
    return t`${sentence}. Open since ${since}.`
  }
  const rest = others.slice(MOST_SHOWN)
  const restWords = listed(rest.map(words), i18n.locale)
  return (
    <>
      {others.length > 0 && (
        <ul className={classes.others} aria-label={t`Also in this article`}>
          {others.slice(0, MOST_SHOWN).map((person) => (
            <li
              key={person.id}
              className={classes.person}
              data-writing={person.writing || undefined}
              {...hint(hintOf(person))}
            >
              <span className={classes.avatar}>
                <PersonAvatar name={person.name} size={24} />
              </span>
              <span className={classes.words}>{words(person)}</span>
            </li>
          ))}
          {rest.length > 0 && (
            <li className={classes.more} {...hint(restWords)}>
              <span aria-hidden>+{rest.length}</span>
              <VisuallyHidden>{restWords}</VisuallyHidden>
            </li>
          )}
        </ul>
      )}
      {/* No role of its own: the status of this bar is whether the text is saved. */}
      <VisuallyHidden aria-live="polite">{listed(arrived.map(words), i18n.locale)}</VisuallyHidden>
    </>
  )
}

/** What a person does here, in a sentence. */
function useWords() {
  const { t } = useLingui()
  const { me } = useArticleForm()
  return ({ id, name, writing }: Pick<PresentPerson, 'id' | 'name' | 'writing'>) => {
    if (id === me.id) return t`You, in another tab`
    return writing ? t`${name} is writing` : t`${name} is here`
  }
}

/** Who has come since the last change, for screen readers; who goes, or begins to write, interrupts no one. */
function useArrived(others: readonly PresentPerson[]) {
  const lastSeen = useRef(new Map<string, number>())
  const before = useRef<readonly PresentPerson[]>([])
  const [arrived, setArrived] = useState<Omit<PresentPerson, 'since'>[]>([])
  useEffect(() => {
    const now = Date.now()
    // Until now they were here.
    for (const { id } of before.current) lastSeen.current.set(id, now)
    before.current = others
    const isNew = ({ id }: PresentPerson) => now - (lastSeen.current.get(id) ?? 0) > AWAY_MS
    const come = others.filter(isNew).map(({ id, name }) => ({ id, name, writing: false }))
    for (const { id } of others) lastSeen.current.set(id, now)
    if (come.length > 0) setArrived(come)
  }, [others])
  return arrived
}
