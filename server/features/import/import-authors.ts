import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { SORT_NAME_MAX } from '#contract/authors.ts'
import type { ImportReason } from '#contract/import-reasons.ts'
import { slugsInUse } from '../../slugs/claim-slug.ts'
import { personSortName } from '../../slugs/make-slug.ts'
import { Email } from '#contract/text.ts'
import type { ImportContext } from './import-context.ts'
import { freeSlug, knownFromBefore, slugFrom } from './import-context.ts'
import { because, notKeptOf } from './import-report.ts'
import { hashOf, NOT_OURS } from './import-sources.ts'
import { cleanLine, cleanText } from './import-text.ts'
import type { SourceAuthor } from './import-records.ts'

/** Bylines by login. A byline is not a login: no account is made. */
export type Bylines = {
  ids: Map<string, string>
  /** Made for logins that the file leaves out of its list, where it has one: worth a word at the first article of each. */
  added: Set<string>
  /** Active accounts of these people, by byline: the one that the byline belongs to, else the one with its e-mail address. */
  accounts: Map<string, string>
}

type PlacedAuthor = { position: number; author: SourceAuthor; isUnlisted?: true; isIdle?: true }

export async function importAuthors(context: ImportContext, authors: PlacedAuthor[]): Promise<Bylines> {
  const { report } = context
  const ids = new Map<string, string>()
  const added = new Set<string>()
  const areListed = authors.some(({ isUnlisted }) => !isUnlisted)
  for (const { position, author, isUnlisted, isIdle } of authors) {
    if (isIdle) {
      report.record(position, 'skipped', [because('wrote_nothing')])
      continue
    }
    const twice = ids.has(author.login)
    const { id, outcome, reasons } = await bylineOf(context, author)
    ids.set(author.login, id)
    if (isUnlisted && areListed && outcome === 'created') added.add(author.login)
    if (twice) report.record(position, 'merged', [because('twice_in_file')])
    else report.record(position, outcome, reasons)
  }
  return { ids, added, accounts: await accountsOf(context, [...ids.values()]) }
}

async function accountsOf({ db }: ImportContext, bylines: string[]): Promise<Map<string, string>> {
  if (bylines.length === 0) return new Map()
  const rows = await db
    .selectFrom('author')
    .innerJoin('userAccount', (on) =>
      on.on(sql<boolean>`user_account.id = coalesce(author.user_id, (
        select id from user_account where email_key = lower(author.email)))`),
    )
    .select(['author.id as byline', 'userAccount.id as account'])
    .where('author.id', 'in', bylines)
    .where('userAccount.status', '=', 'active')
    .execute()
  return new Map(rows.map(({ byline, account }) => [byline, account]))
}

export const accountForLogin = ({ ids, accounts }: Bylines, login: string): string | undefined =>
  accounts.get(ids.get(login) ?? '')

/** The byline for the login of an article; `note` says that one was added which the file does not list. */
export function bylineForLogin({ ids, added }: Bylines, login: string): { id: string; note?: ImportReason } {
  const id = ids.get(login)
  if (!id) throw new Error('the author of an article was not imported')
  return added.delete(login) ? { id, note: because('author_added', { name: cleanLine(login, 120) }) } : { id }
}

type Found = { id: string; outcome: 'created' | 'merged' | 'unchanged'; reasons: ImportReason[] }

async function bylineOf(context: ImportContext, author: SourceAuthor): Promise<Found> {
  const { db, sources, actor } = context
  const email = Email.safeParse(author.email).data ?? ''
  const names = [author.firstName, author.lastName].map((name) => cleanLine(name, 60)).filter(Boolean)
  const displayName = cleanLine(author.displayName, 120) || names.join(' ') || cleanLine(author.login, 120) || 'Unknown'
  const bio = cleanText(author.description, 500)
  const hash = hashOf([displayName, email, bio])

  const known = await knownFromBefore(context, 'author', author.login, hash)
  if (known) return known

  const slug = slugFrom(author.login, displayName, 'author')
  const same = await db
    .selectFrom('author')
    .select(['id', 'displayName', 'email'])
    .where('deletedAt', 'is', null)
    .where((eb) =>
      eb.or([
        ...(email ? [eb(sql`lower(email)`, '=', email.toLowerCase())] : []),
        eb.and([eb('slug', '=', slug), eb(sql`lower(display_name)`, '=', displayName.toLowerCase())]),
      ]),
    )
    .orderBy('createdAt')
    .executeTakeFirst()
  if (same) {
    await sources.remember('author', author.login, same.id, hash, NOT_OURS)
    const by = email && same.email.toLowerCase() === email.toLowerCase() ? 'same_email' : 'same_name'
    return { id: same.id, outcome: 'merged', reasons: [because(by, { name: same.displayName })] }
  }

  const id = uuidv7()
  await db
    .insertInto('author')
    .values({
      id,
      displayName,
      email,
      bio,
      sortName: personSortName(displayName, SORT_NAME_MAX) || (names.length === 2 ? `${names[1]}, ${names[0]}` : ''),
      slug: await freeSlug(slug, (slugs) => slugsInUse(db, 'author', slugs)),
      links: '[]',
      createdBy: actor?.id ?? null,
      updatedBy: actor?.id ?? null,
    })
    .execute()
  await sources.remember('author', author.login, id, hash, 1)
  return { id, outcome: 'created', reasons: notKeptOf(author) }
}
