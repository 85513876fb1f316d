import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Locale } from '#contract/session.ts'
import type { Db } from '../../db/database.ts'
import { sweepOutboxFolder, type Mailer } from '../../mail/mailer.ts'
import {
  failForgottenMail,
  MAIL_TRIES,
  removeForgottenMailJobs,
  type LetterWriter,
  type MailKind,
  type WaitingMail,
} from '../../mail/mail-outbox.ts'
import type { Services } from '../../services.ts'
import { siteName } from '../settings/setting-queries.ts'
import { emailKeyOf } from '../users/user-queries.ts'
import { accountMailText, type AccountMail, type Invited } from './account-mail-texts.ts'
import { issueInvitation, issueReset } from './link-commands.ts'

type AccountLetter = { to: string; locale: Locale; mail: AccountMail; path: string; invited?: Invited } | undefined
type AccountMailKind = Exclude<MailKind, 'article_returned' | 'handed_over' | 'health_alert' | 'diagnostic_sent'>

/**
 * The job `send_mail`. Fails when the mail could not be handed over, and is then tried again.
 * @param letters writes the mails of each kind
 */
export async function sendMail(
  { db, config }: Pick<Services, 'db' | 'config'>,
  mailer: Mailer,
  letters: Record<MailKind, LetterWriter>,
  id: string,
): Promise<void> {
  const row = await db
    .selectFrom('mailOutbox')
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .select(['id', 'kind', 'recipient', 'payload'])
    .executeTakeFirst()
  if (!row) return
  const letter = await letters[row.kind as MailKind]({ db, config }, row)
  if (!letter) return mark(db, id, 'dropped')
  try {
    await mailer({ id, ...letter })
  } catch (error) {
    const lastError = error instanceof Error ? error.message.slice(0, 500) : String(error)
    await db
      .updateTable('mailOutbox')
      .set((mail) => ({
        attempts: mail('attempts', '+', 1),
        lastError,
        status: sql<'waiting' | 'failed'>`case when attempts + 1 < ${MAIL_TRIES} then 'waiting' else 'failed' end`,
      }))
      .where('id', '=', id)
      .execute()
    throw error
  }
  await mark(db, id, 'sent')
}

/** The mail is out: a database that is away for a moment must not make us send it twice. */
async function mark(db: Db, id: string, status: 'sent' | 'dropped'): Promise<void> {
  for (let left = 10; ; left--) {
    try {
      await sql`update mail_outbox set status = ${status}, attempts = attempts + 1, sent_at = now() where id = ${id}`.execute(
        db,
      )
      return
    } catch (error) {
      if (left === 0) throw error
      await pause(1000)
    }
  }
}

const accountWriters: Record<AccountMailKind, (db: Services['db'], row: WaitingMail) => Promise<AccountLetter>> = {
  async password_reset(db, { id, recipient }) {
    const user = await findReader(db, recipient)
    if (!user || user.status === 'suspended' || (await wasAskedAgain(db, id))) return undefined
    const token = await whileItWaits(db, id, (trx) => issueReset(trx, user.id))
    return token ? { to: user.email, locale: user.locale, mail: 'reset', path: `/forget#token=${token}` } : undefined
  },
  async password_link_made(db, { recipient }) {
    const user = await findReader(db, recipient)
    return user && { to: user.email, locale: user.locale, mail: 'passwordLinkMade', path: '/login' }
  },
  async registration(db, { recipient, payload }) {
    const user = await findReader(db, recipient)
    if (!user || user.status === 'suspended') return undefined
    const isNew = user.id === payload['userId']
    const [mail, path] = isNew ? (['waiting', '/'] as const) : (['already', '/login'] as const)
    return { to: user.email, locale: user.locale, mail, path }
  },
  async invitation(db, { id, recipient, payload }) {
    const invited = await whileItWaits(db, id, (trx) => issueInvitation(trx, payload['invitationId'] ?? ''))
    const locale = payload['locale'] === 'zh-CN' ? 'zh-CN' : 'en'
    return (
      invited && { to: recipient, locale, mail: 'invitation', path: `/register#invitation=${invited.token}`, invited }
    )
  },
  // No account has the old address any more.
  address_changed: async (_db, { recipient, payload }) => ({
    to: recipient,
    locale: payload['locale'] === 'zh-CN' ? 'zh-CN' : 'en',
    mail: 'addressChanged',
    path: '/login',
  }),
  async approval(db, { recipient }) {
    const user = await findReader(db, recipient)
    return user?.status === 'active'
      ? { to: user.email, locale: user.locale, mail: 'approved', path: '/login' }
      : undefined
  },
  async second_step_reset(db, { recipient }) {
    const user = await findReader(db, recipient)
    return user && { to: user.email, locale: user.locale, mail: 'secondStepReset', path: '/login' }
  },
  async second_step_added(db, { recipient, payload }) {
    const user = await findReader(db, recipient)
    const mail = payload['method'] === 'passkey' ? 'passkeyAdded' : 'appAdded'
    return user && { to: user.email, locale: user.locale, mail, path: '/jCore/profile' }
  },
  async second_step_removed(db, { recipient, payload }) {
    const user = await findReader(db, recipient)
    const mail = payload['method'] === 'passkey' ? 'passkeyRemoved' : 'appRemoved'
    return user && { to: user.email, locale: user.locale, mail, path: '/jCore/profile' }
  },
}

const accountLetter =
  (kind: AccountMailKind): LetterWriter =>
  async ({ db, config }, row) => {
    const letter = await accountWriters[kind](db, row)
    if (!letter) return undefined
    const { to, locale, mail, path, invited } = letter
    return { to, ...accountMailText(locale, mail, config.publicUrl + path, await siteName(db), invited) }
  }

/** Writes the mails about accounts. */
export const accountLetters: Record<AccountMailKind, LetterWriter> = {
  password_reset: accountLetter('password_reset'),
  password_link_made: accountLetter('password_link_made'),
  registration: accountLetter('registration'),
  invitation: accountLetter('invitation'),
  address_changed: accountLetter('address_changed'),
  approval: accountLetter('approval'),
  second_step_reset: accountLetter('second_step_reset'),
  second_step_added: accountLetter('second_step_added'),
  second_step_removed: accountLetter('second_step_removed'),
}

/** A link that an administrator copied meanwhile has dropped this mail, and stays the newest. */
const whileItWaits = <T>(db: Services['db'], id: string, issue: (trx: Db) => Promise<T | undefined>) =>
  db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('mailOutbox')
      .select('id')
      .where('id', '=', id)
      .where('status', '=', 'waiting')
      .forUpdate()
      .executeTakeFirst()
    return row && issue(trx)
  })

const findReader = (db: Db, address: string) =>
  db
    .selectFrom('userAccount')
    .where('emailKey', '=', emailKeyOf(address))
    .select(['id', 'email', 'locale', 'status'])
    .executeTakeFirst()

/** Only the newest link works, so an older request that is still waiting has nothing to say. By the database's clock. */
const wasAskedAgain = async (db: Db, id: string): Promise<boolean> =>
  Boolean(
    await db
      .selectFrom('mailOutbox as this')
      .innerJoin('mailOutbox as later', (join) =>
        join.onRef('later.recipient', '=', 'this.recipient').onRef('later.kind', '=', 'this.kind'),
      )
      .where('this.id', '=', id)
      .where(sql<boolean>`(later.created_at, later.id) > (this.created_at, this.id)`)
      .select('later.id')
      .executeTakeFirst(),
  )

const KEPT_DAYS = 30

/** Deletes mails after a month, and those that were not sent to anyone after a day; marks what no job will send as failed. */
export async function sweepMail({ db, config }: Pick<Services, 'db' | 'config'>): Promise<void> {
  await failForgottenMail(db)
  await sql`delete from mail_outbox where created_at < now() - make_interval(days => ${KEPT_DAYS})
    or (status = 'dropped' and created_at < now() - interval '1 day')`.execute(db)
  await removeForgottenMailJobs(db)
  await sweepOutboxFolder(config, KEPT_DAYS)
}
