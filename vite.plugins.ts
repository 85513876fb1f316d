/** What turns web/ into JavaScript, the same in the build, in `npm run dev` and in browser tests. */
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import type { PluginOption } from 'vite'
import { inlineTextsPlugin } from './scripts/web-build/inline-texts-plugin.ts'

/** The macros must be gone before React's own transform looks at the file. Their English texts stay where they are used. */
export function webPlugins(): PluginOption[] {
  return [
    babel({ presets: [linguiTransformerBabelPreset({ descriptorFields: 'message' })] }),
    inlineTextsPlugin(),
    react(),
    lingui(),
  ]
}
