import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Followed, Move } from './category-article-commands.ts'
import { followedOf, forgetFollowed, keepFollowed, together } from './category-followed-commands.ts'
import { categoriesOf, assignmentBack } from './category-rules.ts'
import type { Changed, ChangedWithArticles } from './category-tree-commands.ts'

const STEPS_MOST = 50

/**
 * A step that is taken back before later ones: those that moved its articles on remember them as if it had never been.
 * Otherwise they would give back what only it had given them.
 */
export async function rebaseLaterSteps(
  trx: Db,
  { articles, replacements }: Pick<ChangedWithArticles, 'articles' | 'replacements'>,
  moves: readonly Move[],
  alive: ReadonlySet<string>,
): Promise<void> {
  const moved = new Set(moves.flatMap(({ ids, live }) => ids.map((id) => `${live} ${id}`)))
  const stood = new Map(articles.flatMap(({ ids, live, before }) => ids.map((id) => [`${live} ${id}`, before])))
  let is = new Map(Object.entries(replacements))
  for (let count = 0; count < STEPS_MOST; count++) {
    const dead = [...is.values()].filter((id) => id !== null && !alive.has(id))
    const step = dead.length > 0 ? await firstStepOf(trx, dead) : undefined
    if (!step) return
    const { changed } = step
    const told = (id: string, { live, before }: Followed) => {
      const once = moved.has(`${live} ${id}`) ? stood.get(`${live} ${id}`) : undefined
      return (once && assignmentBack(before, once, is, alive)) ?? before
    }
    const each = (await followedOf(trx, step.id)).flatMap((one) =>
      one.ids.map((id): Followed => ({ ids: [id], live: one.live, before: told(id, one) })),
    )
    const followed = together(
      each.filter(({ before }) => categoriesOf(before).some((id) => id in changed.replacements)),
    )
    await forgetFollowed(trx, step.id)
    await keepFollowed(trx, step.id, followed)
    is = new Map(
      [...is].map(([id, now]) => [id, now !== null && now in changed.replacements ? changed.replacements[now]! : now]),
    )
  }
}

async function firstStepOf(trx: Db, gone: readonly (string | null)[]) {
  const step = await trx
    .selectFrom('undoStep')
    .select(['id', 'changed'])
    .where('noun', '=', 'category')
    .where(sql<boolean>`gone && ${gone}::uuid[]`)
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()
  return step && { id: step.id, changed: step.changed as Changed }
}
