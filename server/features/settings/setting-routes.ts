import type { FastifyInstance } from 'fastify'
import { settingEndpoints } from '#contract/settings.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { editSettings } from './setting-commands.ts'
import { testMail, testStorage } from './setting-test-commands.ts'
import { viewSettings } from './setting-queries.ts'

export function settingRoutes(app: FastifyInstance, services: Services) {
  const { db } = services
  serve(app, settingEndpoints.view, () => viewSettings(db))
  serve(app, settingEndpoints.edit, ({ actor, body }) => editSettings(db, actor, body))
  serve(app, settingEndpoints.testMail, ({ actor }) => testMail(services, actor))
  serve(app, settingEndpoints.testStorage, ({ actor }) => testStorage(services, actor))
}
