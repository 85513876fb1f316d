import type { SessionState } from './article-session-state.ts'

export type OthersPart = { id: string; name: string; doing: 'writing' | 'here' | 'gone' }

/**
 * Whose unfinished words would go out with mine: who is writing now, and on a published article everyone who changed it since. What
 * was submitted for review is finished.
 */
export function othersPart({ article, others }: Pick<SessionState, 'article' | 'others'>, me: string): OthersPart[] {
  const here = new Map(others.map((person) => [person.id, person]))
  const changed = article && !article.submission ? article.changedBy : []
  const people = new Map([...changed, ...others.filter(({ writing }) => writing)].map(({ id, name }) => [id, name]))
  people.delete(me)
  return [...people].map(([id, name]) => {
    const present = here.get(id)
    return { id, name, doing: !present ? 'gone' : present.writing ? 'writing' : 'here' }
  })
}
