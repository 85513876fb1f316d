import { existsSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { serveFaults } from './testing/serve-faults.ts'
import { engineBuild } from './vite.config.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.xml': 'text/xml',
}
/** Real articles from outside the repository, where they are at hand. */
const SAMPLES = fileURLToPath(new URL('../../shared/data/wordpress/', import.meta.url))
const OUT = fileURLToPath(new URL('../dist/editor/', import.meta.url))

/** Builds the engine when the server starts and serves it under /editor/, for tests in a browser. */
export const serveEngine = (): Plugin => ({
  name: 'copydesk-serve-engine',
  async configureServer(server) {
    await build({ ...engineBuild, configFile: false, logLevel: 'warn' })
    server.middlewares.use(serveFaults())
    server.middlewares.use((request, response, next) => {
      const [, place, name = ''] = /^\/(editor|editor-samples)\/([\w.-]+)$/.exec(request.url?.split('?')[0] ?? '') ?? []
      const file = (place === 'editor' ? OUT : SAMPLES) + name
      const type = TYPES[extname(name)]
      if (!place || !type || !existsSync(file)) return next()
      response.setHeader('content-type', type)
      response.end(readFileSync(file))
    })
  },
})
