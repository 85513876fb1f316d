import type { Plugin } from 'vite'

/**
 * Browser tests load every module once for each file of tests. During one run no module changes, so the browser may keep it
 * instead of asking the server again; what it keeps is gone with it. Not while files are watched.
 */
export const keptModulesPlugin = (): Plugin => ({
  name: 'copydesk-kept-modules',
  configureServer({ config, middlewares }) {
    if (config.server.watch !== null) return
    middlewares.use((request, response, next) => {
      if (request.headers['sec-fetch-dest'] !== 'script') return next()
      const set = response.setHeader.bind(response)
      set('Cache-Control', 'max-age=31536000, immutable')
      // Vite sets its own later.
      response.setHeader = (name, value) => (name === 'Cache-Control' ? response : set(name, value))
      next()
    })
  },
})
