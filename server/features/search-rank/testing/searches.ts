import type { UndoPointer, UndoReport } from '#contract/undo.ts'
import { createHash } from 'node:crypto'
import type { SearchRankItem, SearchRankList, SearchTerm } from '#contract/search-rank.ts'
import type { ReaderEvent } from '../../../events/event-store.ts'
import type { Person } from '../../articles/testing/desk.ts'
import { createReaders, MINUTE } from '../../events/testing/readers.ts'
import { rankSearches } from '../search-rank-commands.ts'

type Search = {
  /** How many readers; each is another one of the day, and the same for the same number. */
  readers: number
  /** Others than those who have been counted from 0 on. */
  from?: number
  results?: number
  minutesAgo?: number
  /** Opens this article at this position, by so many of the readers. */
  click?: { article: string; position: number; readers?: number }
}

/** Readers who search: `const { search, rank, list } = await createSearches()`. */
export async function createSearches() {
  const desk = await createReaders()
  const { api, editor, store, db } = desk

  async function search(term: string, { readers, from = 0, results = 10, minutesAgo = 5, click }: Search) {
    const at = new Date(Date.now() - minutesAgo * MINUTE)
    const events = Array.from({ length: readers }, (_, n): ReaderEvent[] => {
      const visitor = createHash('sha256')
        .update(`${at.toISOString().slice(0, 10)} ${from + n}`)
        .digest()
        .subarray(0, 8)
      const clicks = click && n < (click.readers ?? readers)
      return [
        { kind: 'search', at, visitor, term, results },
        ...(clicks
          ? [
              {
                kind: 'searchClick' as const,
                at,
                visitor,
                term,
                article: click.article,
                position: click.position,
              },
            ]
          : []),
      ]
    })
    await store.append([{ id: undefined, events: events.flat() }])
  }

  async function rank(now = new Date()) {
    await store.rollUp()
    await rankSearches(db, store, now)
  }

  const list = async (query = '', who: Person | null = editor) =>
    (await api<SearchRankList>(who, 'GET', `/api/search-rank?${query}`)).body
  const terms = async (query = '') => (await list(query)).items.map(({ term }) => term)
  const item = async (term: string, query = 'pageSize=100'): Promise<SearchRankItem | undefined> =>
    (await list(query)).items.find((one) => one.term === term)
  const page = async (term: string, query = '', who: Person | null = editor) =>
    (await api<SearchTerm>(who, 'GET', `/api/search-rank/term?term=${encodeURIComponent(term)}&${query}`)).body
  const change = (action: string, body: object, who: Person | null = editor) =>
    api<{ undo: UndoPointer | null; code?: string }>(who, 'POST', `/api/search-rank/${action}`, body)
  const undo = (step: UndoPointer | null, who: Person | null = editor) =>
    api<UndoReport & { code?: string }>(who, 'POST', `/api/undo/${step?.id}`)

  return { ...desk, search, rank, list, terms, item, page, change, undo }
}
