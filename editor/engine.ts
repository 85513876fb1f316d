import type { EditorConfig } from './config.ts'
import { EMBED_HOSTS } from './embed-hosts.ts'
import { getEditor } from './get-editor.ts'
import './editor.css'

declare global {
  interface Window {
    CopydeskEditor?: { version: string; getEditor: typeof getEditor; embedHosts: readonly string[] }
    CopydeskEditorDefaults?: EditorConfig
  }
}

declare const ENGINE_VERSION: string

window.CopydeskEditor = { version: ENGINE_VERSION, getEditor, embedHosts: EMBED_HOSTS }
