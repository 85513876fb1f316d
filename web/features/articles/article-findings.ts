import { useCallback, useMemo } from 'react'
import { type UnseenAlbum, useUnseenAlbums } from './article-albums.ts'
import { useArticle, useArticleForm, useWatched } from './article-form-context.ts'
import type { SessionState } from './article-session-state.ts'
import { othersPart } from './article-others-changes.ts'
import {
  missingPictures,
  picturesFromOutside,
  picturesWithoutAlt,
  type MissingPicture,
  type OutsidePicture,
  type UndescribedPicture,
} from './article-pictures.ts'

/** What in a text is worth a look before readers see it, and no reason not to publish. */
export type TextFindings = {
  missing: readonly MissingPicture[]
  undescribed: readonly UndescribedPicture[]
  outside: readonly OutsidePicture[]
  albums: readonly UnseenAlbum[]
}

const inPictures = (body: string): Omit<TextFindings, 'albums'> => ({
  missing: missingPictures(body),
  undescribed: picturesWithoutAlt(body),
  outside: picturesFromOutside(body),
})

/** The findings in the text on the screen, albums as far as they are known by now. */
export function useTextFindings(): TextFindings {
  const { body } = useWatched(({ fields }) => ({ body: fields.body }))
  const pictures = useMemo(() => inPictures(body), [body])
  const albums = useUnseenAlbums(body)
  return { ...pictures, albums }
}

export const countFindings = ({ missing, undescribed, outside, albums }: TextFindings): number =>
  missing.length + undescribed.length + outside.length + albums.length

type State = Pick<SessionState, 'article' | 'others' | 'fields'>

/** Each finding by what it is about: one of the same name later is the same finding. */
function keysOf(state: State, me: string, albums: readonly UnseenAlbum[]): string[] {
  const { missing, undescribed, outside } = inPictures(state.fields.body)
  // What others do after this was published is another finding.
  const since = state.article?.live?.updatedAt ?? ''
  return [
    ...othersPart(state, me).map(({ id, doing }) => `other ${id} ${doing} ${since}`),
    ...missing.map(({ name, alt }) => `missing ${name} ${alt}`),
    ...undescribed.map(({ src }) => `alt ${src}`),
    ...outside.map(({ src }) => `outside ${src}`),
    ...albums.map(({ id }) => `album ${id}`),
  ]
}

/** By person and article: the findings in spite of which the person published it, for as long as the page is open. */
const accepted = new Map<string, ReadonlySet<string>>()

/** Which findings the person accepted by publishing in spite of them: these are not asked about again. */
export function useAcceptedFindings(): {
  /** Whether something was found that was not accepted. */
  isNew: (albums: readonly UnseenAlbum[]) => boolean
  accept: (albums: readonly UnseenAlbum[]) => void
} {
  const { session, me } = useArticleForm()
  const id = useArticle()?.id
  const isNew = useCallback(
    (albums: readonly UnseenAlbum[]) => {
      const known = accepted.get(`${me.id} ${session.get().article?.id}`)
      return keysOf(session.get(), me.id, albums).some((key) => !known?.has(key))
    },
    [session, me.id],
  )
  const accept = useCallback(
    (albums: readonly UnseenAlbum[]) => {
      if (id) accepted.set(`${me.id} ${id}`, new Set(keysOf(session.get(), me.id, albums)))
    },
    [session, me.id, id],
  )
  return { isNew, accept }
}
