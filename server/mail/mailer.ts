import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'

export type Mail = {
  /** Names the message: sending it again under the same id is the same message. */
  id: string
  /** One plain address; never a list, never from outside. */
  to: string
  subject: string
  text: string
}

/** Hands a mail over, or throws: then it may be tried again. */
export type Mailer = (mail: Mail) => Promise<void>

// Shorter than the server's patience with a job, long enough for a slow relay.
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Where mails are written as readable files because SMTP_URL is not set; null: they are sent. */
export const mailFolder = ({ smtpUrl, dataDir }: Pick<Config, 'smtpUrl' | 'dataDir'>): string | null =>
  smtpUrl ? null : join(dataDir, 'outbox')

/** SMTP_URL, or readable files in DATA_DIR/outbox. */
export const createMailer = (config: Config): Mailer =>
  config.smtpUrl ? smtpMailer(config.smtpUrl, config) : outboxFolder(folderOf(config), config.mailFrom)

/** How long a person waits for the answer to a test. */
const TEST_TIMEOUTS = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 8000 }

/**
 * Hands one mail over at once and tells what the mail server answered, word for word; never throws.
 * `answer` is empty where the mail was written to the folder.
 */
export async function tryMail(config: Config, mail: Mail): Promise<{ ok: boolean; answer: string }> {
  try {
    if (!config.smtpUrl) await createMailer(config)(mail)
    else return { ok: true, answer: await sendBySmtp(openTransport(config.smtpUrl, TEST_TIMEOUTS), mail, config) }
    return { ok: true, answer: '' }
  } catch (error) {
    const { message, response } = error as Error & { response?: string }
    return { ok: false, answer: (response ?? message).slice(0, 1000) }
  }
}

/**
 * Asks the mail server whether it would take mails: connects, says hello and signs in, and sends nothing.
 * @throws Error when it does not
 */
export async function verifySmtp(url: string): Promise<void> {
  const transport = openTransport(url)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

const folderOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'outbox')

/** Removes the mails that were written to the folder more than so many days ago: they name people and carry links. */
export async function sweepOutboxFolder(config: Pick<Config, 'dataDir'>, days: number): Promise<void> {
  const folder = folderOf(config)
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((one) => /\.txt(\.part)?$/.test(one))) {
    const path = join(folder, name)
    const written = await stat(path).catch(() => undefined)
    if (written && Date.now() - written.mtimeMs > days * 86_400_000) await rm(path, { force: true })
  }
}

/** What is said of a mail in the folder; its text, which carries links, is left out. */
type WrittenMail = { id: string; at: string; to: string; subject: string }

/** The newest mails that were written to the folder; none where there is no folder yet. */
export async function newestWrittenMails(config: Pick<Config, 'dataDir'>, most: number): Promise<WrittenMail[]> {
  const folder = folderOf(config)
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.txt'))
  // The ids begin with the time.
  const newest = names.toSorted().slice(-most).toReversed()
  const read = newest.map(async (name) => {
    const path = join(folder, name)
    const [text, { mtime }] = await Promise.all([readFile(path, 'utf8'), stat(path)])
    const line = (header: string) => new RegExp(`^${header}: (.*)$`, 'm').exec(text)?.[1] ?? ''
    return { id: name.slice(0, -'.txt'.length), at: mtime.toISOString(), to: line('To'), subject: line('Subject') }
  })
  // One that is swept just now is not there.
  const found = await Promise.allSettled(read)
  return found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

const openTransport = (url: string, timeouts = TIMEOUTS) =>
  createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true })

function smtpMailer(url: string, config: Config): Mailer {
  const transport = openTransport(url)
  return async (mail) => void (await sendBySmtp(transport, mail, config))
}

/** @returns what the server answered to the message */
async function sendBySmtp(
  transport: ReturnType<typeof openTransport>,
  { id, to, subject, text }: Mail,
  { mailFrom, publicUrl }: Config,
): Promise<string> {
  const { response } = await transport.sendMail({
    from: mailFrom,
    // As an object the address cannot become two, whatever is in it.
    to: { name: '', address: to },
    subject,
    text,
    messageId: `<${id}@${new URL(publicUrl).hostname}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  })
  return response
}

function outboxFolder(folder: string, mailFrom: string): Mailer {
  return async ({ id, to, subject, text }) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, `${id}.txt`)
    await writeFile(`${path}.part`, `From: ${mailFrom}\nTo: ${to}\nSubject: ${subject}\n\n${text}\n`, { mode: 0o600 })
    await rename(`${path}.part`, path)
  }
}
