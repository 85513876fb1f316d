import { isIP } from 'node:net'
import { resolve } from 'node:path'
import addressparser from 'nodemailer/lib/addressparser'
import { z } from 'zod'
import { databaseConnection } from './db/database-hosts.ts'
import type { ClickHouseAddress } from './events/clickhouse/clickhouse-connection.ts'
import { readEventsUrl } from './events/clickhouse/events-url.ts'
import { readSecretsKey } from './secrets/secrets-key.ts'
import { readStorageUrl, type Bucket } from './storage/storage-url.ts'

const fromText = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value)
const optional = <T extends z.ZodType>(type: T) => z.preprocess(fromText, type.optional())

/**
 * Goes into the Content-Security-Policy as it is, so nothing may be syntax there, and no script may come over a line that
 * others can change: a path, https, or http from this very machine for development.
 */
const EDITOR_HOME =
  /^(?:https:\/\/[a-z0-9]+(?:[.-]+[a-z0-9]+)*(?::\d{1,5})?|http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?)?(?:\/(?:[\w.~-]+(?:\/|$))*)?$/i

/** One host or several, the primary among them. */
const databaseAddress = z.string().check((context) => {
  try {
    databaseConnection(context.value)
  } catch (error) {
    context.issues.push({ code: 'custom', message: (error as Error).message, input: context.value })
  }
})

const A_PORT = 'must be a whole number up to 65535'
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Links are made of it by putting a path behind it, and console and pictures are at the root of their host. */
function isSite(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, pathname, search, hash } = new URL(text)
  return /^https?:$/.test(protocol) && /^\/*$/.test(pathname) && !username && !password && !search && !hash
}

function isOneSender(text: string): boolean {
  const [sender, ...more] = addressparser(text, { flatten: true })
  return more.length === 0 && /^[^\s@]+@[^\s@]+$/.test(sender?.address ?? '')
}

const Environment = z.object({
  HOST: z.preprocess(fromText, z.string().default('127.0.0.1')),
  PORT: z.preprocess(fromText, z.coerce.number(A_PORT).int(A_PORT).min(0, A_PORT).max(65_535, A_PORT).default(3000)),
  PUBLIC_URL: optional(
    z.string().trim().refine(isSite, 'must be an address without a path, as in https://desk.example.org'),
  ),
  DATA_DIR: z.preprocess(fromText, z.string().default('./data')),
  DATABASE_URL: optional(databaseAddress),
  DATABASE_DIRECT_URL: optional(databaseAddress),
  DATABASE_READ_URL: optional(
    z.url({ protocol: /^postgres(ql)?$/, error: 'must be an address as in postgres://user:password@host/name' }),
  ),
  EVENTS_URL: optional(z.string()),
  STORAGE_URL: optional(z.string()),
  SMTP_URL: optional(
    z.url({
      protocol: /^smtps?$/,
      hostname: /./,
      error:
        'must be an address as in smtp://user:password@mail.example.org:587 (in a password, / is %2F and # is %23)',
    }),
  ),
  MAIL_FROM: z.preprocess(
    fromText,
    z
      .string()
      .refine(isOneSender, 'must be one address, as in Copydesk <desk@example.org>')
      .default('Copydesk <copydesk@localhost>'),
  ),
  EDITOR_HOME_URL: z.preprocess(
    fromText,
    z
      .string()
      .regex(
        EDITOR_HOME,
        'must be a path on this server as in /editor/ or an https address as in https://cdn.example.org/editor/ (http only on ' +
          'this machine), of plain letters, digits and - . _ ~ /',
      )
      .default('/editor/'),
  ),
  ADMIN_EMAIL: optional(z.email('must be an e-mail address')),
  ADMIN_PASSWORD: optional(z.string().min(15, 'must have at least 15 characters').max(256)),
  TRUSTED_PROXIES: z.preprocess(fromText, z.string().default('')),
  SECRETS_KEY: optional(
    z
      .string()
      .refine((text) => readSecretsKey(text), 'must be 32 bytes in base64, as `openssl rand -base64 32` prints them'),
  ),
  METRICS_KEY: optional(z.string().min(16, 'must have at least 16 characters').max(256)),
  BACKUP_DIR: optional(z.string()),
  BACKUP_PASSPHRASE: optional(z.string().min(12, 'must have at least 12 characters').max(256)),
  DRAIN_SECONDS: z.preprocess(
    fromText,
    z.coerce.number('must be a number').min(0.3, 'must be at least 0.3').max(60, 'must be at most 60').default(0.3),
  ),
  HEALTH_SECONDS: z.preprocess(
    fromText,
    z.coerce.number('must be a number').min(0.1, 'must be at least 0.1').max(60, 'must be at most 60').default(5),
  ),
  LOG_LEVEL: z.preprocess(fromText, z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info')),
})

export type Config = {
  host: string
  port: number
  /** Where people reach the console; no trailing slash. */
  publicUrl: string
  dataDir: string
  databaseUrl: string | undefined
  /** PostgreSQL itself, where databaseUrl leads through a pooler. */
  databaseDirectUrl: string | undefined
  /** A streaming replica of databaseUrl, for lists, searches and delivery. */
  databaseReadUrl: string | undefined
  /** A ClickHouse for reader events; undefined: they are in the database. */
  events: ClickHouseAddress | undefined
  /** Undefined: files are in DATA_DIR/media. */
  bucket: Bucket | undefined
  smtpUrl: string | undefined
  mailFrom: string
  editorHomeUrl: string
  admin: { email: string; password: string } | undefined
  trustedProxies: string[]
  /** Encrypts secrets in the database; undefined: the key is in DATA_DIR/secrets.key. */
  secretsKey: Buffer | undefined
  /** What Prometheus sends as a bearer token; undefined: metrics are for this machine only. */
  metricsKey: string | undefined
  /** Where backups that the server makes are kept. */
  backupDir: string
  /** Encrypts backups; undefined: they are readable by whoever has the file. */
  backupPassphrase: string | undefined
  /** Seconds for which a server that was told to stop still takes requests, while /readyz says 503. */
  drainSeconds: number
  /** Seconds between two measurements of the server's own health. */
  healthSeconds: number
  logLevel: string
}

/**
 * The environment, read once.
 * @throws Error with one sentence per wrong variable: which, and why
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = Environment.safeParse(env)
  if (!parsed.success) {
    const sentences = parsed.error.issues.map((issue) => `${issue.path.join('.')} is wrong: ${issue.message}.`)
    throw new Error([...new Set(sentences)].join('\n'))
  }
  const value = parsed.data
  if (Boolean(value.ADMIN_EMAIL) !== Boolean(value.ADMIN_PASSWORD)) {
    throw new Error('ADMIN_EMAIL and ADMIN_PASSWORD belong together: set both or neither.')
  }
  if (value.DATABASE_DIRECT_URL && !value.DATABASE_URL)
    throw new Error('DATABASE_DIRECT_URL is wrong: it needs DATABASE_URL, the address of the pooler.')
  if (value.DATABASE_READ_URL && !value.DATABASE_URL)
    throw new Error('DATABASE_READ_URL is wrong: it needs DATABASE_URL, whose replica it is.')
  const trustedProxies = value.TRUSTED_PROXIES.split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
  const stranger = trustedProxies.find((entry) => !isNetwork(entry))
  if (stranger)
    throw new Error(`TRUSTED_PROXIES is wrong: ${stranger} is not an IP address or a network as in 10.0.0.0/8.`)
  const host = value.HOST.includes(':') ? `[${value.HOST}]` : value.HOST
  return {
    host: value.HOST,
    port: value.PORT,
    publicUrl: value.PUBLIC_URL ? new URL(value.PUBLIC_URL).origin : `http://${host}:${value.PORT}`,
    dataDir: resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    databaseDirectUrl: value.DATABASE_DIRECT_URL,
    databaseReadUrl: value.DATABASE_READ_URL,
    events: named('EVENTS_URL', value.EVENTS_URL, readEventsUrl),
    bucket: named('STORAGE_URL', value.STORAGE_URL, (url) => readStorageUrl(url, env)),
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM,
    editorHomeUrl: value.EDITOR_HOME_URL.endsWith('/') ? value.EDITOR_HOME_URL : `${value.EDITOR_HOME_URL}/`,
    admin:
      value.ADMIN_EMAIL && value.ADMIN_PASSWORD
        ? { email: value.ADMIN_EMAIL, password: value.ADMIN_PASSWORD }
        : undefined,
    trustedProxies,
    secretsKey: value.SECRETS_KEY ? readSecretsKey(value.SECRETS_KEY) : undefined,
    metricsKey: value.METRICS_KEY,
    backupDir: value.BACKUP_DIR ? resolve(value.BACKUP_DIR) : resolve(value.DATA_DIR, 'backups'),
    backupPassphrase: value.BACKUP_PASSPHRASE,
    drainSeconds: value.DRAIN_SECONDS,
    healthSeconds: value.HEALTH_SECONDS,
    logLevel: value.LOG_LEVEL,
  }
}

/** @throws Error that begins with the name of the variable */
function named<Value>(name: string, text: string | undefined, read: (text: string) => Value): Value | undefined {
  if (!text) return undefined
  try {
    return read(text)
  } catch (error) {
    throw new Error(`${name} is wrong: ${(error as Error).message}.`, { cause: error })
  }
}

function isNetwork(entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/')
  const version = isIP(address)
  if (!version || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32))
}
