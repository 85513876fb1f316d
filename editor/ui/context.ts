import type { Editor } from '@tiptap/core'
import type { ResolvedConfig } from '../config.ts'

/** What an action of the toolbar or of a menu works on. */
export interface Context {
  editor: Editor
  config: ResolvedConfig
}
