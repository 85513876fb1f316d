import fastifyCompress from '@fastify/compress'
import Fastify, { LogController, type FastifyInstance, type FastifyRequest } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import { createChangeNotices, type ChangeNotices } from './db/change-notices.ts'
import { isDatabaseUnavailable } from './db/errors.ts'
import { adDeliveryRoutes } from './features/ads/decision/ad-delivery-routes.ts'
import { createAdServer } from './features/ads/decision/ad-server.ts'
import { adInsightRoutes } from './features/ads/ad-insight-routes.ts'
import { adRoutes } from './features/ads/ad-routes.ts'
import { recordRefusals } from './features/audit/audit-refusals.ts'
import { auditRoutes } from './features/audit/audit-routes.ts'
import { albumRoutes } from './features/albums/album-routes.ts'
import { articlePreviewRoutes } from './features/articles/article-preview-routes.ts'
import { articleRoutes } from './features/articles/article-routes.ts'
import { authorRoutes } from './features/authors/author-routes.ts'
import { backupRoutes } from './features/backups/backup-routes.ts'
import { categoryRoutes } from './features/categories/category-routes.ts'
import { undoRoutes } from './features/undo/undo-routes.ts'
import { eventRoutes } from './features/events/event-routes.ts'
import { diagnosticRoutes } from './features/health/diagnostic-routes.ts'
import { healthRoutes } from './features/health/health-routes.ts'
import { watchHealth } from './features/health/health.ts'
import { metricRoutes } from './features/health/metric-routes.ts'
import { hotRoutes } from './features/hot/hot-routes.ts'
import { importRoutes } from './features/import/import-routes.ts'
import { siteExportRoutes } from './features/import/site-export-routes.ts'
import { requireDeliveryKeys } from './features/delivery/delivery-key-access.ts'
import { deliveryKeyRoutes } from './features/delivery/delivery-key-routes.ts'
import { deliveryRoutes } from './features/delivery/delivery-routes.ts'
import { readerSearchRoutes } from './features/delivery/search-routes.ts'
import { serveMediaFiles } from './features/media/media-files.ts'
import { mediaRoutes } from './features/media/media-routes.ts'
import { placementRoutes } from './features/placements/placement-routes.ts'
import { mediaUploadRoutes } from './features/media/media-upload-routes.ts'
import { settingRoutes } from './features/settings/setting-routes.ts'
import { tagRoutes } from './features/tags/tag-routes.ts'
import { trashRoutes } from './features/trash/trash-routes.ts'
import { searchRankRoutes } from './features/search-rank/search-rank-routes.ts'
import { searchRoutes } from './features/search/search-routes.ts'
import { welcomeRoutes } from './features/welcome/welcome-routes.ts'
import { readerOrigins } from './features/settings/setting-queries.ts'
import { indexAfterChanges } from './http/after-changes.ts'
import { allowOrigins } from './http/allowed-origins.ts'
import { LONGEST_BODY_MS, limitBodyTime } from './http/body-time-limit.ts'
import { serveConsole } from './http/console-files.ts'
import { profileRoutes } from './features/session/profile-routes.ts'
import { savedViewRoutes } from './features/saved-views/saved-view-routes.ts'
import { snippetRoutes } from './features/snippets/snippet-routes.ts'
import { secondStepRoutes } from './features/second-step/second-step-routes.ts'
import { sessionRoutes } from './features/session/session-routes.ts'
import { systemRoutes } from './features/system/system-routes.ts'
import { userRoutes } from './features/users/user-routes.ts'
import { watchConsoleCalls } from './http/console-calls.ts'
import { drainOnClose } from './http/drain.ts'
import { serveEventStreams } from './http/event-stream.ts'
import { handleErrors, refuseUnreadable } from './http/error-handler.ts'
import { singleLine } from './http/log-lines.ts'
import { lateReplyRoutes } from './http/late-reply-routes.ts'
import { createLogStream, logCalls } from './http/log-stream.ts'
import { protectiveHeaders, protectReplies } from './http/security-headers.ts'
import { chooseReadSource } from './http/read-source.ts'
import { refuseForeignHosts } from './http/security-hosts.ts'
import { authenticate } from './http/session.ts'
import type { Services } from './services.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Started by the process that serves; until then nothing is kept in memory. */
    notices: ChangeNotices
  }
}

const JSON_BODY_BYTES = 1_048_576
const COMPRESSION = {
  threshold: 1024,
  encodings: ['br', 'gzip'] as ('br' | 'gzip')[],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  globalDecompression: false,
}

/** The HTTP server with every feature mounted; listens to nothing yet. */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const { config } = services
  const log = createLogStream()
  process.once('exit', log.flush)
  const app = Fastify({
    logController: new LogController({ disableRequestLogging: true }),
    logger: {
      stream: log,
      level: config.logLevel,
      redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token'],
      serializers: { req: describeRequest },
      hooks: { streamWrite: singleLine },
    },
    genReqId: () => randomUUID(),
    frameworkErrors: refuseUnreadable(protectiveHeaders(config)),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: JSON_BODY_BYTES,
    requestTimeout: LONGEST_BODY_MS,
    http: { headersTimeout: 5000, connectionsCheckingInterval: 1000 },
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    forceCloseConnections: 'idle',
  })
  app.setValidatorCompiler(validatorCompiler)
  // A form or a script of another site can send text/plain without asking; only real JSON is read.
  app.removeContentTypeParser('text/plain')
  app.addHook('onClose', async () => {
    log.flush()
    process.off('exit', log.flush)
  })
  logCalls(app)
  drainOnClose(app, config.drainSeconds * 1000)
  handleErrors(app)
  protectReplies(app, config)
  refuseForeignHosts(app, config)
  limitBodyTime(app)
  watchHealth(app, services)
  const consoleWaits = watchConsoleCalls(app)
  serveEventStreams(app)
  chooseReadSource(app, services)
  indexAfterChanges(app, services.db)
  const notices = createChangeNotices()
  app.decorate('notices', notices)
  app.addHook('onClose', () => notices.close())
  authenticate(app, services.db, notices, services.replica !== undefined)
  const noteRefusal = recordRefusals(app, services.db)
  allowOrigins(app, () => readerOrigins(services.db))
  requireDeliveryKeys(app, services.deliveryDb)
  await app.register(fastifyCompress, COMPRESSION)

  // Features, by hand: one line each.
  sessionRoutes(app, services, noteRefusal)
  profileRoutes(app, services)
  secondStepRoutes(app, services, noteRefusal)
  userRoutes(app, services)
  savedViewRoutes(app, services)
  snippetRoutes(app, services)
  systemRoutes(app, services)
  mediaRoutes(app, services)
  mediaUploadRoutes(app, services)
  serveMediaFiles(app, services)
  articleRoutes(app, services)
  articlePreviewRoutes(app, services)
  albumRoutes(app, services)
  adRoutes(app, services)
  placementRoutes(app, services)
  authorRoutes(app, services)
  tagRoutes(app, services)
  categoryRoutes(app, services)
  undoRoutes(app, services)
  lateReplyRoutes(app, services.db)
  trashRoutes(app, services)
  deliveryRoutes(app, services)
  deliveryKeyRoutes(app, services)
  readerSearchRoutes(app, services)
  const ads = createAdServer(services, (error) => {
    // Lost: the checks of the server itself tell that.
    if (!isDatabaseUnavailable(error)) app.log.warn(error, 'the live ads were not refreshed')
  })
  adDeliveryRoutes(app, services, ads)
  adInsightRoutes(app, services, ads)
  eventRoutes(app, services, (events, device) => ads.admit(events, device), consoleWaits)
  hotRoutes(app, services)
  searchRankRoutes(app, services)
  welcomeRoutes(app, services)
  searchRoutes(app)
  importRoutes(app, services)
  siteExportRoutes(app, services)
  settingRoutes(app, services)
  auditRoutes(app, services)
  backupRoutes(app, services)
  healthRoutes(app, services)
  diagnosticRoutes(app, services)
  metricRoutes(app, services)

  await serveConsole(app, config)
  return app
}

// Without the query, which may contain a secret.
const describeRequest = (request: FastifyRequest) => ({
  method: request.method,
  url: request.url.split('?')[0],
  remoteAddress: request.ip,
})
