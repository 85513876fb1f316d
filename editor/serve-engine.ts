import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { serveFaults } from './testing/serve-faults.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.xml': 'text/xml',
}
/** Real articles from outside the repository, where they are at hand. */
const SAMPLES = fileURLToPath(new URL('../../shared/data/wordpress/', import.meta.url))
const BUILD = fileURLToPath(new URL('../scripts/build.ts', import.meta.url))
const OUT = fileURLToPath(new URL('../dist/editor/', import.meta.url))

/** Serves the engine as it ships under /editor/, for tests in a browser; built when the server starts, if its sources changed. */
export const serveEngine = (): Plugin => ({
  name: 'copydesk-serve-engine',
  configureServer(server) {
    execFileSync(process.execPath, [BUILD, '--only', 'editor', '--if-changed'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
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
