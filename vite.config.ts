import { defineConfig } from 'vite'
import { bootPlugin } from './scripts/web-build/boot-plugin.ts'
import { chunkGroups } from './scripts/web-build/chunk-groups.ts'
import { contractPlugin, contractImportsPlugin } from './scripts/web-build/contract-plugin.ts'
import { directImportsPlugin } from './scripts/web-build/direct-imports-plugin.ts'
import { textsPlugin } from './scripts/web-build/texts-plugin.ts'
import { themePlugin } from './scripts/web-build/theme-plugin.ts'
import { webPlugins } from './vite.plugins.ts'

const server = process.env['API_URL'] ?? 'http://127.0.0.1:3000'

/** The console, built into dist/web; `npm run dev` passes API_URL of the server it started. */
export default defineConfig({
  root: 'web',
  plugins: [
    contractPlugin(),
    webPlugins(),
    themePlugin(),
    textsPlugin(),
    contractImportsPlugin(),
    directImportsPlugin(),
    bootPlugin(),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // These know light-dark(); for older ones the build would rewrite it into something that needs help from every theme.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      output: {
        // Left alone, each component that two screens share is a file of its own: 150 requests for the first screen.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 100 },
            ...chunkGroups(),
            { name: 'shared', minShareCount: 2, entriesAware: true, priority: 1 },
          ],
        },
        // A shared chunk is otherwise named after every screen that uses it.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        assetFileNames: ({ names }) =>
          `assets/${names[0]?.split('~')[0]?.replace(/\.css$/, '') ?? 'asset'}-[hash][extname]`,
      },
    },
  },
  server: {
    // web/api and web/editor are our own sources: those are Vite's to serve, whatever their address.
    proxy: {
      '^/(api|content|media|editor)/(?!.*\\.(tsx?|po|module\\.css)(\\?|$))': { target: server, changeOrigin: true },
    },
  },
})
