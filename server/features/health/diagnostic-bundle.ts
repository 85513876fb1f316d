import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { DiagnosticBundle, type DiagnosticRun } from '#contract/diagnostics.ts'
import type { HealthMeasurement } from '#contract/health.ts'
import type { Config } from '../../config.ts'
import type { Services } from '../../services.ts'
import { version } from '../../version.ts'
import { FORWARDING_HEADERS } from './proxy-headers.ts'

const ENCODINGS = ['br', 'gzip', 'deflate', 'zstd']
type Parts = { runs: () => Promise<DiagnosticRun[]>; checks: readonly HealthMeasurement[] }

/**
 * What support needs to know. Redacted by what may be in it, not by what may not: no address, no header value, no environment
 * variable and no text that someone typed, only whether settings have a value, and choices of closed lists.
 */
export async function makeBundle(
  db: Services['db'],
  config: Config,
  request: FastifyRequest,
  { runs, checks }: Parts,
): Promise<DiagnosticBundle> {
  const { rows } = await sql<{ server: string }>`select current_setting('server_version') as server`.execute(db)
  const accepted = String(request.headers['accept-encoding'] ?? '')
  return DiagnosticBundle.parse({
    madeAt: new Date().toISOString(),
    server: {
      version,
      node: process.versions.node,
      platform: `${process.platform} ${process.arch}`,
      postgres: /^[\d.]+/.exec(rows[0]?.server ?? '')?.[0] ?? '',
      settings: settingsOf(config),
    },
    request: {
      protocol: `http/${request.raw.httpVersion}`,
      encodings: ENCODINGS.filter((name) => new RegExp(`\\b${name}\\b`).test(accepted)),
      forwarded: FORWARDING_HEADERS.filter((name) => name in request.headers),
    },
    checks: checks.map(({ name, state, value }) => ({ name, state, value })),
    runs: await runs(),
  })
}

const settingsOf = (config: Config) => ({
  hasOwnDatabase: config.databaseUrl === undefined,
  hasReadReplica: config.databaseReadUrl !== undefined,
  hasBucket: config.bucket !== undefined,
  sendsMail: config.smtpUrl !== undefined,
  isHttps: config.publicUrl.startsWith('https:'),
  trustsProxies: config.trustedProxies.length > 0,
  hasOwnEditor: config.editorHomeUrl.startsWith('/'),
  hasMetricsKey: config.metricsKey !== undefined,
})
