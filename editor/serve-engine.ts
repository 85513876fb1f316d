import { existsSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import engineBuild from './vite.config.ts'

const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' }
const OUT = fileURLToPath(new URL('../dist/editor/', import.meta.url))

/** Builds the engine when the server starts and serves it under /editor/, for tests in a browser. */
export const serveEngine = (): Plugin => ({
  name: 'copydesk-serve-engine',
  async configureServer(server) {
    await build({ ...engineBuild, configFile: false, logLevel: 'warn' })
    server.middlewares.use((request, response, next) => {
      const name = /^\/editor\/([\w.-]+)$/.exec(request.url?.split('?')[0] ?? '')?.[1]
      if (!name || !TYPES[extname(name)] || !existsSync(OUT + name)) return next()
      response.setHeader('content-type', TYPES[extname(name)]!)
      response.end(readFileSync(OUT + name))
    })
  },
})
