import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { randomUUID } from 'node:crypto'
import { serveMediaFiles } from './features/media/media-files.ts'
import { mediaRoutes } from './features/media/media-routes.ts'
import { LONGEST_BODY_MS, limitBodyTime } from './http/body-time-limit.ts'
import { serveConsole } from './http/console-files.ts'
import { sessionRoutes } from './features/session/session-routes.ts'
import { handleErrors } from './http/error-handler.ts'
import { authenticate } from './http/session.ts'
import type { Services } from './services.ts'

const JSON_BODY_BYTES = 1_048_576

/** The HTTP server with every feature mounted; listens to nothing yet. */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const { config } = services
  const app = Fastify({
    logger: {
      level: config.logLevel,
      redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token'],
    },
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: JSON_BODY_BYTES,
    requestTimeout: LONGEST_BODY_MS,
    http: { headersTimeout: 5000, connectionsCheckingInterval: 1000 },
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    forceCloseConnections: 'idle',
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  handleErrors(app)
  limitBodyTime(app)
  authenticate(app, services.db)

  // Features, by hand: one line each.
  sessionRoutes(app, services)
  mediaRoutes(app, services)
  serveMediaFiles(app, services)

  await serveConsole(app, config)
  return app
}
