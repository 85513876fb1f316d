import { sql } from 'kysely'
import type { BylineChoice } from '#contract/users.ts'
import { nextVersion } from '../../db/row-change.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { namingIndexes } from '../../http/index-problem.ts'
import { invalidField } from '../../http/problem-error.ts'
import { lockNames, recordCreated, recordUpdated } from '../taxonomy/name-commands.ts'
import { newAuthor } from './author-commands.ts'
import { usesNow } from '../../db/use-counts.ts'

type Person = { id: string; name: string }

const taken = () => invalidField('byline', 'taken', 'belongs to another account, or is gone')

/** The author profile of this account, if there is one. */
export const findOwnByline = (db: Db, userId: string) =>
  db
    .selectFrom('author')
    .select(['id', 'displayName'])
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()

/**
 * Gives an account the author profile that was chosen for it; an account that has one keeps it.
 * @param actor who decided, or the person themself who accepts an invitation
 * @throws ProblemError invalid_input (`byline`) where the chosen profile is gone or belongs to another account
 */
export const giveByline = (trx: Db, actor: Actor, person: Person, choice: BylineChoice): Promise<void> =>
  namingIndexes({ author_user: taken }, async () => {
    if (await findOwnByline(trx, person.id)) return
    // A profile in the trash would block the new link.
    await trx.updateTable('author').set({ userId: null }).where('userId', '=', person.id).execute()
    if (choice === 'new') return createByline(trx, actor, person)
    const [author] = await lockNames(trx, 'author', [choice])
    if (!author || author.userId !== null) throw taken()
    await trx
      .updateTable('author')
      .set({ userId: person.id, ...nextVersion(actor.id, author) })
      .where('id', '=', author.id)
      .execute()
    const change = { before: author, after: { ...author, userId: person.id }, fields: ['userId'] as const }
    await recordUpdated(trx, actor, 'author', { ...change, title: author.displayName })
  })

/** The same without a person to choose again: a profile that was linked or deleted meanwhile is replaced by a new one. */
export async function giveBylineOrNew(trx: Db, actor: Actor, person: Person, chosen: string | null): Promise<void> {
  const [free] = chosen ? (await lockNames(trx, 'author', [chosen])).filter(({ userId }) => userId === null) : []
  await giveByline(trx, actor, person, free?.id ?? 'new')
}

async function createByline(trx: Db, actor: Actor, { id, name }: Person): Promise<void> {
  const own = await newAuthor(trx, actor, name)
  await trx
    .insertInto('author')
    .values({ ...own, displayName: name, userId: id, links: '[]', avatar: null, mergedInto: null })
    .execute()
  await recordCreated(trx, actor, 'author', own, name)
}

const SUGGESTED_MOST = 5

/** Author profiles without an account that have this name or this address, those with the address first. */
export async function suggestBylines(db: Db, { name = '', email }: { name?: string | undefined; email: string }) {
  const { rows } = await sql<{ id: string; displayName: string; jobTitle: string; uses: number; sameEmail: boolean }>`
    select id, display_name, job_title, ${usesNow('author')} as uses, lower(email) = lower(${email}) as same_email from author
    where user_id is null and deleted_at is null
      and ((email <> '' and lower(email) = lower(${email})) or (${name} <> '' and lower(display_name) = lower(${name})))
    order by same_email desc, uses desc, id limit ${SUGGESTED_MOST}`.execute(db)
  return rows
}
