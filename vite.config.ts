import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { webPlugins } from './vite.plugins.ts'

const server = process.env['API_URL'] ?? 'http://127.0.0.1:3000'

/** web/api and web/editor are folders of ours too: what is a file there is not the server's. */
function ownSource({ url = '' }: { url?: string | undefined }): string | undefined {
  const file = url.split('?')[0] ?? ''
  return /\.(tsx?|css|po)$/.test(file) && existsSync(join(import.meta.dirname, 'web', file)) ? url : undefined
}

/** The console, built into dist/web; `npm run dev` passes API_URL of the server it started. */
export default defineConfig({
  root: 'web',
  plugins: [webPlugins()],
  build: { outDir: '../dist/web', emptyOutDir: true, target: 'baseline-widely-available' },
  server: {
    // web/api and web/editor are our own sources: those are Vite's to serve, whatever their address.
    proxy: { '^/(api|content|media|editor)/(?!.*\\.(tsx?|po|css)(\\?|$))': { target: server } },
  },
})
