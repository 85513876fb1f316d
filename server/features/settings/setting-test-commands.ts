import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type MailTest, PRODUCT_NAME, storageSteps, type StorageTest } from '#contract/settings.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { countHit } from '../../http/rate-limit.ts'
import { mailFolder, tryMail } from '../../mail/mailer.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { siteName } from './setting-queries.ts'
import { testMailText } from './setting-mail-texts.ts'

const TESTS = { max: 10, seconds: 600, of: 'tests of settings' }

/**
 * Sends a mail to the person who asks, at once and not through the outbox, so that the answer is the mail server's.
 * @throws ProblemError too_many_requests
 */
export async function testMail(services: Services, actor: Actor): Promise<MailTest> {
  const { db, config } = services
  await countHit(db, `mail-test:${actor.id}`, TESTS)
  const person = await db
    .selectFrom('userAccount')
    .where('id', '=', actor.id)
    .select(['email', 'locale'])
    .executeTakeFirst()
  if (!person) throw new ProblemError('not_signed_in')
  const name = (await siteName(db)) || PRODUCT_NAME
  const begun = performance.now()
  const { ok, answer } = await tryMail(config, {
    id: randomUUID(),
    to: person.email,
    ...testMailText(person.locale, name, `${config.publicUrl}/jCore/settings`),
  })
  await auditTest(services, actor, 'mail', { ok, answer })
  const milliseconds = Math.round(performance.now() - begun)
  return { ok, to: person.email, answer, folder: ok ? mailFolder(config) : null, milliseconds }
}

type Step = StorageTest['steps'][number]

/**
 * Writes a small file where pictures are stored, reads it again and deletes it; ends with the step that fails.
 * @throws ProblemError too_many_requests
 */
export async function testStorage(services: Services, actor: Actor): Promise<StorageTest> {
  const { db, storage, config } = services
  await countHit(db, `storage-test:${actor.id}`, TESTS)
  const key = `health/${randomUUID()}.txt`
  const written = Buffer.from(key)
  const work: Record<(typeof storageSteps)[number], () => Promise<void>> = {
    write: () => storage.put(key, written),
    read: async () => {
      const found = await storage.open(key)
      if (!found) throw new Error('the file that was written is not there')
      if (!(await buffer(found.stream)).equals(written)) throw new Error('what was written reads differently')
    },
    delete: async () => {
      await storage.remove(key)
      const left = await storage.open(key)
      left?.stream.destroy()
      if (left) throw new Error('the file is still there after it was deleted')
    },
  }
  const steps: Step[] = []
  for (const step of storageSteps) {
    const result = await timed(step, work[step])
    steps.push(result)
    if (!result.ok) break
  }
  // A file that could not be read must not be left behind.
  if (steps.at(-1)?.step === 'read') await storage.remove(key).catch(() => undefined)
  const ok = steps.every((step) => step.ok)
  const failed = steps.find((step) => !step.ok)
  await auditTest(services, actor, 'storage', { ok, ...(failed && { step: failed.step, answer: failed.detail }) })
  const { bucket, dataDir } = config
  return { ok, kind: bucket ? 'bucket' : 'folder', place: bucket ? bucket.bucket : join(dataDir, 'media'), steps }
}

async function timed(step: Step['step'], work: () => Promise<void>): Promise<Step> {
  const begun = performance.now()
  let detail = ''
  await work().catch((error: unknown) => {
    const { code, message, cause } = error as NodeJS.ErrnoException
    const reason = cause instanceof Error ? `${message}: ${cause.message}` : message
    detail = (code && !reason.includes(code) ? `${code}: ${reason}` : reason).slice(0, 1000)
  })
  return { step, ok: detail === '', milliseconds: Math.round(performance.now() - begun), detail }
}

const auditTest = ({ db }: Services, actor: Actor, title: 'mail' | 'storage', after: object) =>
  recordAudit(db, actor, { action: 'test', entityType: 'setting', entityId: null, entityTitle: title, after })
