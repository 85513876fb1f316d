import type { FastifyInstance } from 'fastify'
import { settingEndpoints } from '#contract/settings.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { editSettings } from './setting-commands.ts'
import { viewSettings } from './setting-queries.ts'

export function settingRoutes(app: FastifyInstance, { db }: Services) {
  serve(app, settingEndpoints.view, () => viewSettings(db))
  serve(app, settingEndpoints.edit, ({ actor, body }) => editSettings(db, actor, body))
}
