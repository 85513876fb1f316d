import { createHash } from 'node:crypto'
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin, UserConfig } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

/** Lays the config script beside the build and writes what each file must hash to, for those who pin them. */
const manifest = (): Plugin => ({
  name: 'copydesk-editor-manifest',
  writeBundle({ dir }) {
    const out = `${dir ?? ''}/`
    copyFileSync(`${here}editor.config.js`, `${out}editor.config.js`)
    const files = readdirSync(out).filter((name) => /\.(js|css)$/.test(name))
    const integrity = (name: string) =>
      `sha384-${createHash('sha384')
        .update(readFileSync(out + name))
        .digest('base64')}`
    const entries = Object.fromEntries(files.toSorted().map((name) => [name, { integrity: integrity(name) }]))
    writeFileSync(`${out}manifest.json`, `${JSON.stringify({ version, files: entries }, null, 2)}\n`)
  },
})

const engineBuild: UserConfig = {
  root: here,
  publicDir: false,
  define: { ENGINE_VERSION: JSON.stringify(version), 'process.env.NODE_ENV': '"production"' },
  plugins: [manifest()],
  build: {
    outDir: `${here}../dist/editor`,
    emptyOutDir: true,
    target: 'es2022',
    cssCodeSplit: false,
    lib: {
      entry: `${here}engine.ts`,
      formats: ['iife'],
      name: 'CopydeskEditorBuild',
      fileName: () => 'editor.all.min.js',
      cssFileName: 'editor',
    },
  },
}

export default engineBuild
