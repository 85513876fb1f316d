import { shallowEqual } from '@mantine/hooks'
import { createContext, use, useRef, useSyncExternalStore } from 'react'
import type { ArticleFields } from '#contract/article-fields.ts'
import type { Article } from '#contract/articles.ts'
import type { Me } from '#contract/session.ts'
import type { FieldFault } from '#contract/field-faults.ts'
import { useFieldText } from '../../api/field-text.ts'
import type { FieldName } from './article-fields.ts'
import type { RefNames } from './article-refs.ts'
import type { SessionState } from './article-session-state.ts'
import type { ArticleSession } from './article-session.ts'

/** What every part of the article's form works with; it stays the same while someone types. */
export type ArticleForm = {
  session: ArticleSession
  change: (part: Partial<ArticleFields>) => void
  names: RefNames
  me: Me
  readOnly: boolean
  /** Who keeps the copy of this screen in the browser. */
  copyOwner: string
}

export const ArticleFormContext = createContext<ArticleForm | null>(null)

/** @throws Error outside the article's form */
export function useArticleForm(): ArticleForm {
  const form = use(ArticleFormContext)
  if (!form) throw new Error('useArticleForm needs the article form around it')
  return form
}

/**
 * A part of the form's state. The component renders again when one of the values that `pick` answers is another one,
 * and not at every key that is pressed in the text.
 */
export function useWatched<T extends object>(pick: (state: SessionState) => T): T {
  const { session } = useArticleForm()
  const last = useRef<T>(undefined)
  return useSyncExternalStore(session.subscribe, () => {
    const picked = pick(session.get())
    if (!last.current || !shallowEqual(last.current, picked)) last.current = picked
    return last.current
  })
}

/** The article as the server last told; undefined before the first save of a new one. */
export function useArticle(): Article | undefined {
  return useWatched(({ article }) => ({ article })).article
}

/** These fields as they are on the screen, and what is wrong with each, in the person's language. */
export function useFields<Name extends FieldName>(...names: Name[]) {
  const fieldText = useFieldText()
  const fields = useWatched(
    (state) => Object.fromEntries(names.map((name) => [name, state.fields[name]])) as Pick<ArticleFields, Name>,
  )
  // As texts: each check makes new objects, which would be another value every time.
  const faults = useWatched((state) =>
    Object.fromEntries(names.map((name) => [name, state.faults[name] && JSON.stringify(state.faults[name])])),
  )
  const errorOf = (name: Name): string | undefined => {
    const fault = faults[name]
    return fault && fieldText(JSON.parse(fault) as FieldFault)
  }
  return { fields, errorOf }
}

/** A folding part of the form; it may lead to a field of another one. */
export type SectionProps = { jumpTo: (fieldId: string) => void }
